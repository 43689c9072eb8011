// The events of a match so far: each once, in order of `seq`, with gaps.

import type { MatchEvent } from "../../events.ts";
import { leading } from "./ordered.ts";

type Arrival = "next" | "late" | "known";

export class EventLog {
  readonly #events: MatchEvent[] = [];

  get events(): readonly MatchEvent[] {
    return this.#events;
  }

  /** The `seq` of the newest event; -1 before the first. */
  get last(): number {
    return this.#events.at(-1)?.seq ?? -1;
  }

  add(event: MatchEvent): Arrival {
    if (event.seq > this.last) {
      this.#events.push(event);
      return "next";
    }
    const place = leading(this.#events, (one) => one.seq < event.seq);
    if (this.#events[place]?.seq === event.seq) return "known";
    this.#events.splice(place, 0, event);
    return "late";
  }
}

/** A text from the network as an event; null if it is not one. Unknown types are kept, and show nothing. */
export function decoded(text: string): MatchEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { seq, at, type } = value as Record<string, unknown>;
  const sound = Number.isSafeInteger(seq) && (seq as number) >= 0 && Number.isFinite(at) && typeof type === "string";
  return sound ? (value as MatchEvent) : null;
}
