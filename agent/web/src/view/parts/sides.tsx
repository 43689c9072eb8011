// Both sides with whoever sits there.

import type { Side } from "../../../events.ts";
import { SIDES, capital } from "./words.ts";

interface SidesProps {
  readonly name: (side: Side) => string;
  readonly state: (side: Side) => string;
  /** The one that stands out. */
  readonly marked?: Side | null | undefined;
}

export function Sides({ name, state, marked }: SidesProps) {
  return (
    <div class="sides">
      {SIDES.map((side) => (
        <div class={`side ${side} ${side === marked ? "speaks" : ""}`} key={side}>
          <span class="tag">{capital(side)}</span>
          <span class="name">{name(side)}</span>
          <span class="state">{state(side)}</span>
        </div>
      ))}
    </div>
  );
}
