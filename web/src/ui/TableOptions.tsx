// The options of a game as fields, made from their declarations.

import { createUniqueId, For, Index, Show } from "solid-js";
import { said, t } from "../i18n";
import type { OptionView } from "../net/protocol";
import { Select } from "./fields";
import { fitted, leftOver, offered, swapped, type Values } from "./options";

interface Field {
  option: OptionView;
  /** By seat, who sits there, in words. */
  seats: readonly string[];
  value: string;
  onChoose(value: string): void;
}

export function TableOptions(props: {
  options: readonly OptionView[];
  seats: readonly string[];
  chosen: Values;
  onChoose(name: string, value: string): void;
}) {
  return (
    <For each={offered(props.options, props.seats.length)}>
      {(option) => {
        const field = {
          option,
          get seats() {
            return props.seats;
          },
          get value() {
            return fitted(option, props.seats.length, props.chosen[option.name]);
          },
          onChoose: (value: string) => props.onChoose(option.name, value),
        };
        switch (option.kind) {
          case "choice":
          case "seat":
            return <OneOf {...field} />;
          case "number":
            return <NumberOr {...field} />;
          case "one-each":
            return <OneEach {...field} />;
        }
      }}
    </For>
  );
}

const seatText = (seat: number, who: string): string => t("seat-is", { number: seat + 1, who });

type Option = readonly [value: string, text: string];

const choicesOf = ({ choices }: OptionView): Option[] =>
  Object.entries(choices).map(([choice, meaning]) => [choice, said(meaning)]);

/** A choice, or a seat. */
function OneOf(props: Field) {
  const seats = () =>
    props.seats.map((who, seat): Option => [String(seat + 1), seatText(seat, who)]);
  return (
    <Select
      class="field"
      name={props.option.name}
      label={said(props.option.question)}
      value={props.value}
      options={[...(props.option.kind === "seat" ? seats() : []), ...choicesOf(props.option)]}
      onChange={props.onChoose}
    />
  );
}

/** A number, or a choice instead of one. */
function NumberOr(props: Field) {
  const id = createUniqueId();
  const isChoice = () => props.value in props.option.choices;
  // The number comes back when the player gives up the choice.
  let number = isChoice() ? props.option.default : props.value;
  const usual = () => (number in props.option.choices ? String(props.option.least) : number);
  return (
    <div class="field">
      <span id={id}>{said(props.option.question)}</span>
      <span class="number-or">
        <Show when={Object.keys(props.option.choices).length}>
          <select
            data-option={props.option.name}
            aria-labelledby={id}
            onChange={(event) => props.onChoose(event.currentTarget.value || usual())}
          >
            <option value="" selected={!isChoice()}>
              {t("a-number")}
            </option>
            <For each={choicesOf(props.option)}>
              {([choice, text]) => (
                <option value={choice} selected={props.value === choice}>
                  {text}
                </option>
              )}
            </For>
          </select>
        </Show>
        <Show when={!isChoice()}>
          <input
            type="number"
            aria-labelledby={id}
            required
            min={props.option.least}
            max={props.option.most}
            step="1"
            value={props.value}
            onInput={(event) => {
              // The browser does not send a form with a wrong number.
              if (!event.currentTarget.validity.valid) return;
              number = String(event.currentTarget.valueAsNumber);
              props.onChoose(number);
            }}
          />
        </Show>
      </span>
    </div>
  );
}

/** A choice for each seat, all different. */
function OneEach(props: Field) {
  const left = () => leftOver(props.option, props.value);
  const meaning = (choice: string) => said(props.option.choices[choice]);
  return (
    <fieldset class="one-each">
      <legend>{said(props.option.question)}</legend>
      <Index each={props.seats}>
        {(who, seat) => (
          <Select
            name={props.option.name}
            label={seatText(seat, who())}
            value={props.value[seat] ?? ""}
            options={choicesOf(props.option)}
            onChange={(choice) => props.onChoose(swapped(props.value, seat, choice))}
          />
        )}
      </Index>
      <Show when={left().length}>
        <p class="left-over">{t("neutral", { names: left().map(meaning).join(", ") })}</p>
      </Show>
    </fieldset>
  );
}
