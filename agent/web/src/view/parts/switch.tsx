// A choice between a few views, as a row of toggle buttons.

interface SwitchProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, name: string])[];
  readonly chosen: T;
  readonly choose: (value: T) => void;
  readonly class?: string;
}

export function Switch<T extends string>({ label, options, chosen, choose, class: more = "" }: SwitchProps<T>) {
  return (
    <div class={`switch ${more}`} role="group" aria-label={label}>
      {options.map(([value, name]) => (
        <button key={value} aria-pressed={value === chosen} onClick={() => choose(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}

export type Part = "said" | "flow";

/** For phones, which have room for only one of the two. */
export function PartSwitch({ part, choose }: { part: Part; choose: (part: Part) => void }) {
  return <Switch class="parts" label="What to show" options={[["said", "Captions"], ["flow", "Flow"]]} chosen={part} choose={choose} />;
}
