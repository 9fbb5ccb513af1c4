// Focus never falls to the page: if the focused element goes away, its neighbourhood takes over.

/** Where the keyboard goes on: the board if the element was beside it, else the page's main part. */
function home(wasInPlay: boolean): HTMLElement | null {
  const dialog = document.querySelector<HTMLElement>("dialog[open]");
  const board = wasInPlay ? document.querySelector<HTMLElement>(".cells") : null;
  return dialog ?? board ?? document.querySelector<HTMLElement>("main");
}

export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let wasInPlay = false;
  document.addEventListener("focusin", (event) => {
    last = event.target as HTMLElement;
    wasInPlay = last.closest(".play") !== null;
  });
  document.addEventListener("focusout", (event) => {
    const left = event.target;
    // Whoever clicks beside everything wants no focus. An element that goes away does not.
    queueMicrotask(() => {
      if (left === last && last?.isConnected && document.hasFocus()) last = null;
    });
  });
  const look = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const place = home(wasInPlay);
    if (!place) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
