// The server's time on a device whose clock may be wrong, and countdowns by it.

import { face } from "../stage/clock.ts";

/** How far the server's clock is ahead of this device's, as the fastest answer so far told it. Milliseconds. */
export class ServerTime {
  #ahead: number | null = null;

  /** An answer that says it was `now` (ISO, UTC) came at `local`. Delivery only delays: the greatest is the nearest. */
  heard(now: string, local: number): void {
    const ahead = Date.parse(now) - local;
    if (Number.isNaN(ahead)) return;
    if (this.#ahead === null || ahead > this.#ahead || ahead < this.#ahead - JUMP_MS) this.#ahead = ahead;
  }

  now(local: number): number {
    return local + (this.#ahead ?? 0);
  }

  /** Seconds until `then` (ISO); below 0 when it is past, null for null. */
  until(then: string | null, local: number): number | null {
    const at = then === null ? NaN : Date.parse(then);
    return Number.isNaN(at) ? null : (at - this.now(local)) / 1000;
  }
}

const JUMP_MS = 2000; // a clock was set, here or there

/** What is left, shortly: 12:30, 1 h 05 min, 3 days. */
export function left(seconds: number): string {
  if (seconds < HOUR) return face(seconds);
  if (seconds < 2 * DAY) return `${Math.floor(seconds / HOUR)} h ${String(Math.floor((seconds % HOUR) / 60)).padStart(2, "0")} min`;
  return `${Math.floor(seconds / DAY)} days`;
}

const HOUR = 3600;
const DAY = 24 * HOUR;
