// The fields that forms are made of.

import { For, type JSX } from "solid-js";
import { type Key, t } from "../i18n";
import { playerName, setPlayerName } from "../memory";

/** A checkbox. It shows `checked`, also if `onChange` refuses the change. */
export function Tick(props: {
  checked: boolean;
  onChange(checked: boolean): unknown;
  children: JSX.Element;
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={async ({ currentTarget: box }) => {
          await props.onChange(box.checked);
          box.checked = props.checked;
        }}
      />
      {props.children}
    </label>
  );
}

/** A list to choose from. An option is a value and its text. `name` is for the option of a game. */
export function Select<Value extends string>(props: {
  label: string;
  class?: string;
  name?: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}) {
  return (
    <label class={props.class}>
      <span>{props.label}</span>
      <select
        aria-label={props.label}
        data-option={props.name}
        onChange={(event) => props.onChange(event.currentTarget.value as Value)}
      >
        <For each={props.options}>
          {([value, text]) => (
            <option value={value} selected={props.value === value}>
              {text}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}

/** The colour that a player wants to have at the table. */
export function ColourField(props: {
  value: string;
  colours: readonly string[];
  onChange(colour: string): void;
}) {
  return (
    <Select
      class="field"
      label={t("your-colour")}
      value={props.value}
      options={[
        ["", t("any-colour")],
        ...props.colours.map((one) => [one, t(`colour-${one}` as Key)] as const),
      ]}
      onChange={props.onChange}
    />
  );
}

/** A radio button that looks like a card. */
export function Card(props: {
  class?: string;
  name: string;
  value?: string;
  chosen: boolean;
  onChoose(): void;
  children: JSX.Element;
}) {
  return (
    <label class={`card ${props.class ?? ""}`} classList={{ chosen: props.chosen }}>
      <input
        type="radio"
        name={props.name}
        value={props.value}
        checked={props.chosen}
        onChange={() => props.onChoose()}
      />
      {props.children}
    </label>
  );
}

export const NameField = () => (
  <label class="field">
    {t("your-name")}
    <input
      maxlength="24"
      autocomplete="nickname"
      placeholder={t("default-name")}
      value={playerName()}
      onInput={(event) => setPlayerName(event.currentTarget.value)}
    />
  </label>
);
