// Questions with a few answers of which one is chosen, and the two scales of a study.

import type { ComponentChildren } from "preact";

type Option = readonly [value: number, text: ComponentChildren];

/** Attitudes towards the motion; in favour first, as everywhere on the page. */
export const LEVELS: readonly Option[] = [
  [2, "Strongly in favour"],
  [1, "In favour"],
  [0, "Undecided"],
  [-1, "Against"],
  [-2, "Strongly against"],
];

export const RATINGS: readonly Option[] = [
  rating(5, "Compelling", "Strong evidence, answers what the other side said, and reached me."),
  rating(4, "Strong", "Sound, with at least one point that really hits home."),
  rating(3, "Moderate", "Sound and on the motion, easy to follow, and aware of its listeners."),
  rating(2, "Weak", "Makes sense, but has at least one clear weakness."),
  rating(1, "Poor", "Little evidence, hard to follow or badly reasoned; it did not speak to me."),
];

function rating(value: number, name: string, meaning: string): Option {
  return [
    value,
    <>
      <strong>
        {value} {name}
      </strong>{" "}
      <span class="quiet">{meaning}</span>
    </>,
  ];
}

interface ChoiceProps {
  readonly legend: string;
  readonly options: readonly Option[];
  readonly chosen: number | null | undefined;
  readonly choose: (value: number) => void;
  readonly class?: string;
}

export function Choice({ legend, options, chosen, choose, class: more = "in-a-row" }: ChoiceProps) {
  return (
    <fieldset class={more}>
      <legend>{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value} class="option">
          <input type="radio" name={legend} checked={chosen === value} onChange={() => choose(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
