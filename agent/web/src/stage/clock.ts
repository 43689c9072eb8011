// Clocks that are told the time: a turn's, which can be paused, and the match's, which no browser shares.

/** Started at `began` and paused for `stood` seconds in all; `stopped`: since when it is paused. Seconds of the match. */
export interface Stopwatch {
  readonly began: number;
  readonly stood: number;
  readonly stopped: number | null;
}

export function started(began: number): Stopwatch {
  return { began, stood: 0, stopped: null };
}

export function stop(watch: Stopwatch, now: number): Stopwatch {
  return watch.stopped !== null ? watch : { ...watch, stopped: now };
}

export function go(watch: Stopwatch, now: number): Stopwatch {
  if (watch.stopped === null) return watch;
  return { began: watch.began, stood: watch.stood + now - watch.stopped, stopped: null };
}

/** The seconds it has run. */
export function read(watch: Stopwatch, now: number): number {
  return Math.max(0, (watch.stopped ?? now) - watch.began - watch.stood);
}

const JUMP_SECONDS = 2; // an event this much older than our time: the match was interrupted meanwhile

/**
 * The time in the match, from the events that arrive live and from what the server says about the turn.
 *
 * Delivery can only delay, so the earliest arrival is the most accurate and time never goes back, except after an
 * interruption, when it continues where it stopped. Local times are milliseconds.
 */
export class MatchTime {
  #at = 0;
  #local: number | null = null;

  /** An event that has just happened. */
  heard(at: number, local: number): void {
    const believed = this.now(local);
    if (this.#local === null || at > believed || at < believed - JUMP_SECONDS) this.set(at, local);
  }

  /** It is `at` now, whatever we thought. */
  set(at: number, local: number): void {
    this.#at = at;
    this.#local = local;
  }

  /** Seconds since the match began. */
  now(local: number): number {
    return this.#local === null ? this.#at : this.#at + Math.max(0, local - this.#local) / 1000;
  }
}

/** Seconds as a clock shows them: 3:59. Whole seconds left are shown until they are used up. */
export function face(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds - 0.05));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** As words, for screen readers: 1 minute 30 seconds. */
export function spelt(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [
    [Math.floor(whole / 60), "minute"],
    [whole % 60, "second"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return told.join(" ") || "no time";
}

type Urgency = "calm" | "soon" | "close" | "last" | "over";

/** How urgent it is with `left` of `seconds` left: no turn begins urgent. */
export function urgency(left: number, seconds: number): Urgency {
  if (left <= 0) return "over";
  if (left <= 15 && seconds > 15) return "last";
  if (left <= 30 && seconds > 30) return "close";
  if (left <= 60 && seconds > 60) return "soon";
  return "calm";
}
