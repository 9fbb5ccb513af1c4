import { type Component, createResource, Show } from "solid-js";
import { Dynamic } from "solid-js/web";

/**
 * A component that most visits do without: its code comes when it is first shown.
 *
 * Not by `lazy` of Solid: that one stays empty if it is taken away and shown elsewhere while its
 * code is on the way.
 */
export function later<P extends Record<string, unknown>>(
  load: () => Promise<{ default: Component<P> }>,
): Component<P> {
  return (props) => {
    const [loaded] = createResource(load);
    return (
      <Show when={loaded()}>{(part) => <Dynamic component={part().default} {...props} />}</Show>
    );
  };
}
