// What was struck because it could not be traced, and what could not be had.

interface MissedProps {
  readonly struck: readonly { readonly text: string; readonly why: string }[];
  /** What is wrong with a struck sentence, after its number. */
  readonly told: string;
  readonly troubles: readonly string[];
}

export function Missed({ struck, told, troubles }: MissedProps) {
  if (!struck.length && !troubles.length) return null;
  return (
    <section class="missed">
      {struck.length > 0 && (
        <details>
          <summary>
            {struck.length === 1 ? "1 sentence" : `${struck.length} sentences`} struck: {told}
          </summary>
          <ul>
            {struck.map((one, place) => (
              <li key={place}>
                <s>{one.text}</s>
                <p class="quiet">{one.why}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      {troubles.length > 0 && (
        <details>
          <summary>{troubles.length === 1 ? "1 thing" : `${troubles.length} things`} could not be had</summary>
          <ul>
            {troubles.map((one, place) => (
              <li class="quiet" key={place}>
                {one}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
