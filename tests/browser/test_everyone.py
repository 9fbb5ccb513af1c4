"""The table for everyone: by voice, by keys, in large letters, on narrow screens."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from people import AXE, act, arrows_to, open_table, tab_to, violations, wait_for_turn
from test_goals import sheep_table
from test_shear_panic import until_a_command_is_asked, whatever_is_asked_by_mouse
from test_watching import begin_fragile, end_turn, move_two_dockers

CODE = re.compile(r"[BGRYK.]{2,}/|\bBGRY?")
"""A flock as the notation writes it: BRG/GKY/YBR."""

KEEP_LINES = """() => {
    window.said = [];
    window.atOnce = 0;
    new MutationObserver(changes => {
        const added = changes.flatMap(change => [...change.addedNodes]);
        window.atOnce = Math.max(window.atOnce, added.length);
        window.said.push(...added.map(line => line.textContent));
    }).observe(document.querySelector("[role=log]"), { childList: true });
}"""


@pytest.mark.parametrize("game", ["fragile", "shear-panic"])
def test_turns_of_bots_are_told_line_by_line_and_end_with_your_turn(visit, game) -> None:
    page: Page = visit()
    if game == "fragile":
        begin_fragile(page, ["bot 1"])
        move_two_dockers(page)
        page.evaluate(KEEP_LINES)
        end_turn(page)
    else:
        sheep_table(page, ["me", "bot 1", "bot 1"])
        until_a_command_is_asked(page)
        page.evaluate(KEEP_LINES)
        act(page, whatever_is_asked_by_mouse)
        until_a_command_is_asked(page)
    wait_for_turn(page)
    page.wait_for_function("() => window.said.at(-1)?.endsWith('Your turn.')")
    said = page.evaluate("window.said")
    assert page.evaluate("window.atOnce") == 1
    assert len(said) > 2
    assert not [line for line in said if CODE.search(line)]


def test_a_target_with_the_focus_says_what_it_leads_to(visit) -> None:
    page: Page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Line push").first.click()
    arrows_to(page, ".cell.lit:not(.grabs)")
    expect(page.locator(":focus")).to_have_attribute(
        "aria-description", re.compile("plays line push 1.*(The counter moves|split)")
    )


def test_the_board_in_words_has_the_track_and_the_distances(visit) -> None:
    page: Page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    wait_for_turn(page)
    page.locator(".text-board summary").click()
    expect(page.locator(".text-board li").first).to_have_text(
        re.compile(r"Counter: space 0 of 56 · .+ in \d+ · panic in \d")
    )


def test_the_cursor_skips_the_empty_meadow(visit) -> None:
    page: Page = visit()
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    page.keyboard.press("b")
    seen = set()
    for key in ["ArrowRight"] * 4 + ["ArrowDown"] * 4 + ["ArrowLeft"] * 4 + ["ArrowUp"] * 4:
        page.keyboard.press(key)
        label = str(page.locator(":focus").get_attribute("aria-label"))
        assert "sheep" in label
        seen.add(label)
    assert len(seen) > 3
    # What the cursor skips is not there for screen readers, either.
    assert page.locator('.cell:not([aria-hidden="true"])').count() == 9


FOCUS = "() => document.activeElement.closest('main, header, dialog') !== null"


def test_focus_never_falls_to_the_page(visit) -> None:
    page: Page = visit()
    open_table(page, "fragile", ["me", "screen"])
    wait_for_turn(page)
    page.locator(".choices summary").click()
    tab_to(page, ".choice-list .move")
    act(page, lambda page: page.keyboard.press("Enter"))  # its button is gone
    wait_for_turn(page)
    page.wait_for_function(FOCUS)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cell:focus")).to_have_count(1)  # the board has it, and the arrows work
    page.locator(".deeds .keys").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.get_by_role("button", name="Close").press("Enter")
    expect(page.locator(".deeds .keys")).to_be_focused()
    page.get_by_role("button", name="Leave the table").press("Enter")
    page.get_by_role("button", name="Stay").press("Enter")
    expect(page.get_by_role("button", name="Leave the table")).to_be_focused()
    page.get_by_role("link", name="Replay", exact=True).press("Enter")
    expect(page.locator("main.replay")).to_be_visible()
    page.wait_for_function(FOCUS)


LOST = """() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    for (const element of document.querySelectorAll("body *")) {
        if (element.closest("svg, .unseen, .board, .confetti, details:not([open]) > :not(summary)"))
            continue;
        const { overflowX, display, opacity } = getComputedStyle(element);
        if (opacity === "0") continue; // the input under a label that looks like a button
        if (element.matches("input[readonly]")) continue; // a link scrolls in its field
        const box = element.getBoundingClientRect();
        const spills = element.clientWidth && element.scrollWidth > element.clientWidth + 2;
        const who = `${element.tagName}.${element.className}: ${element.textContent.slice(0, 30)}`;
        if (box.width && box.right > innerWidth + 1) found.push(`outside: ${who}`);
        else if (spills && display !== "inline" && !["auto", "scroll"].includes(overflowX))
            found.push(`cut or spilt: ${who}`);
    }
    return found.slice(0, 5);
}"""


def sizes(page: Page) -> dict[str, list[str]]:
    """Looks at the page in each width and in letters twice as large. Returns what is lost."""
    found = {}
    for width in (320, 768, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        found[str(width)] = page.evaluate(LOST)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found["200 %"] = page.evaluate(LOST)
    page.evaluate("document.documentElement.style.fontSize = ''")
    return {size: lost for size, lost in found.items() if lost}


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE"])
def test_nothing_is_lost_on_narrow_screens_or_in_large_letters(visit, locale) -> None:
    page: Page = visit(locale=locale, bypass_csp=True)
    expect(page.locator(".table-form")).to_be_visible()
    start = page.url.split("#")[0]
    page.locator(".settings summary").click()
    assert sizes(page) == {}
    page.keyboard.press("Escape")
    for game in ("fragile", "shear-panic"):
        page.goto(start)
        page.locator(f'.game-card input[value="{game}"]').check(force=True)
        for place in page.locator(".seat-choices select").all()[1:]:
            place.select_option("screen")
        assert sizes(page) == {}
        page.locator(".table-form > .primary").click()
        wait_for_turn(page)
        for _ in range(2):
            if page.locator(".choices[open]").count() == 0:
                page.locator(".choices summary").click()
            act(page, lambda page: page.locator(".choice-list .move").first.click())
            wait_for_turn(page)
        assert sizes(page) == {}
    page.goto(start)
    page.locator(".seat-choices select").last.select_option("friend")
    page.locator(".table-form > .primary").click()
    expect(page.locator(".arranging")).to_be_visible()
    assert sizes(page) == {}
    for path in (
        *("#/learn/shear-panic/2", "#/problem/2;C6gC3;D6,B9;C2"),
        *("#/problems", "#/editor", "#/nowhere"),
    ):
        page.goto(start + path)
        expect(page.locator(".cells, .problem-card, .middle").first).to_be_visible()
        assert sizes(page) == {}
        assert violations(page) == []


EDGE = "element => getComputedStyle(element).outlineStyle"


@pytest.mark.parametrize("wish", [{"forced_colors": "active"}, {"contrast": "more"}])
def test_few_colours_keep_the_chosen_and_the_active_visible(visit, wish) -> None:
    page: Page = visit(**wish)
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    chosen = page.locator(".command", has_text="Leapfrog")
    assert chosen.evaluate(EDGE) == "none"
    chosen.click()
    page.mouse.move(0, 0)
    assert chosen.evaluate(EDGE) == "double"
    assert page.locator(".players .acting").evaluate(EDGE) == "solid"
    assert page.locator(".players li:not(.acting)").first.evaluate(EDGE) == "none"
    assert page.locator(".status.mine").evaluate(EDGE) == "solid"


CONTRAST = """element => {
    const light = colour => {
        const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(part => {
            const share = Number(part) / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const { color, backgroundColor } = getComputedStyle(element);
    const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chosen_command_is_readable_under_the_mouse(visit, scheme) -> None:
    page: Page = visit(color_scheme=scheme)
    sheep_table(page, ["me", "screen", "screen"])
    until_a_command_is_asked(page)
    chosen = page.locator(".command", has_text="Leapfrog")
    chosen.click()
    chosen.hover()
    expect(chosen).to_have_class(re.compile("chosen"))
    assert chosen.evaluate(CONTRAST) > 4.5


@pytest.mark.parametrize(
    ("locale", "letters"), [("en-GB", "BGRYK"), ("fr-FR", "BVRJN"), ("de-DE", "B Gr R Ge S")]
)
def test_letters_beside_colours_are_in_the_readers_language(visit, locale, letters) -> None:
    page: Page = visit(locale=locale)
    page.locator('.game-card input[value="shear-panic"]').check(force=True)
    page.locator(".table-form > .primary").click()
    expect(page.locator(".board .piece")).to_have_count(9)
    found = set(page.locator(".board .piece text").all_text_contents())
    assert found == set(letters.split() if " " in letters else letters)
    signs = set(page.locator(".players .sign text").all_text_contents())
    assert signs < found


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there: make test-web installs it")
def test_no_state_of_the_table_has_a_serious_or_moderate_barrier(visit) -> None:
    page: Page = visit(bypass_csp=True)
    sheep_table(page, ["me", "bot 1", "bot 1"])
    until_a_command_is_asked(page)
    page.locator(".command", has_text="Line push").first.click()
    page.locator(".cell.lit").first.hover()
    page.locator(".text-board summary").click()
    assert violations(page) == []
    page.keyboard.press("u")  # a hint
    page.locator(".log h2").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main[data-past]")).to_be_visible()
    assert violations(page) == []
