// A form for whatever a game lets one choose: a field for each option, made from its declaration.

import { createUniqueId, For, Index, Show } from "solid-js";
import { said, t } from "../i18n";
import type { OptionView } from "../net/protocol";
import { fitted, leftOver, offered, swapped, type Values } from "./options";

interface Field {
  option: OptionView;
  /** By seat, what sits there, in words. */
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

function Choices(props: { option: OptionView; value: string }) {
  return (
    <For each={Object.entries(props.option.choices)}>
      {([choice, meaning]) => (
        <option value={choice} selected={props.value === choice}>
          {said(meaning)}
        </option>
      )}
    </For>
  );
}

/** A choice, or a seat. */
function OneOf(props: Field) {
  return (
    <label class="field">
      {said(props.option.question)}
      <select
        data-option={props.option.name}
        onChange={(event) => props.onChoose(event.currentTarget.value)}
      >
        <Show when={props.option.kind === "seat"}>
          <Index each={props.seats}>
            {(who, seat) => (
              <option value={String(seat + 1)} selected={props.value === String(seat + 1)}>
                {seatText(seat, who())}
              </option>
            )}
          </Index>
        </Show>
        <Choices option={props.option} value={props.value} />
      </select>
    </label>
  );
}

/** A number, or a choice instead of one. */
function NumberOr(props: Field) {
  const id = createUniqueId();
  const isChoice = () => props.value in props.option.choices;
  // The number comes back when the choice is given up again.
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
            <Choices option={props.option} value={props.value} />
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
              // The form does not go out with what is no such number.
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

/** A choice for each seat, all different; what is left belongs to nobody. */
function OneEach(props: Field) {
  const left = () => leftOver(props.option, props.value);
  const meaning = (choice: string) => said(props.option.choices[choice]);
  return (
    <fieldset class="one-each">
      <legend>{said(props.option.question)}</legend>
      <Index each={props.seats}>
        {(who, seat) => (
          <label>
            <span>{seatText(seat, who())}</span>
            <select
              data-option={props.option.name}
              onChange={(event) =>
                props.onChoose(swapped(props.value, seat, event.currentTarget.value))
              }
            >
              <Choices option={props.option} value={props.value[seat] ?? ""} />
            </select>
          </label>
        )}
      </Index>
      <Show when={left().length}>
        <p class="left-over">{t("neutral", { names: left().map(meaning).join(", ") })}</p>
      </Show>
    </fieldset>
  );
}
