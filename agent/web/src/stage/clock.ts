// Clocks told the time from outside: a turn's own, which can stand still, and the match's, which no browser shares.

/** A clock that began at `began` (seconds of the match) and has stood still for `stood` of them in all. */
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

/** Seconds it has run. */
export function read(watch: Stopwatch, now: number): number {
  return Math.max(0, (watch.stopped ?? now) - watch.began - watch.stood);
}

const JUMP_SECONDS = 2; // an event this much older than the time we believe in: the match stood still meanwhile

/**
 * What time it is in the match, from the events that arrive live and from what the server says of the turn.
 *
 * Delivery only ever delays: the earliest arrival is the truest, so the time never goes back, but for a match that was
 * interrupted, whose time goes on where it was. Local times are milliseconds.
 */
export class MatchTime {
  #at = 0;
  #local: number | null = null;

  /** An event that has just happened. */
  heard(at: number, local: number): void {
    const believed = this.now(local);
    if (this.#local === null || at > believed || at < believed - JUMP_SECONDS) this.set(at, local);
  }

  /** It was `at` just now, whatever was believed. */
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

/** As words, for those who listen to the page: 1 minute 30 seconds. */
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

/** How urgent it is with so many seconds left of a turn of `seconds`: no turn begins in a hurry. */
export function urgency(left: number, seconds: number): Urgency {
  if (left <= 0) return "over";
  if (left <= 15 && seconds > 15) return "last";
  if (left <= 30 && seconds > 30) return "close";
  if (left <= 60 && seconds > 60) return "soon";
  return "calm";
}
