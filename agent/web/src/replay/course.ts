// Converts between two clocks: a turn's, which pauses, and the match's, which never does (agent/match/afterwards/timeline.py).

import type { MatchEvent } from "../../events.ts";

/** A pause: the turn's clock showed `clock` from `began` to `ended`, in seconds of the match. */
interface Stand {
  readonly clock: number;
  readonly began: number;
  ended: number;
}

/** When a turn was, in seconds of the match. */
class Course {
  ended: number | null = null;
  readonly stands: Stand[] = [];

  constructor(
    readonly turn: number,
    readonly started: number,
  ) {}

  /** The second of the match at which the turn's clock reached `clock`. */
  at(clock: number): number {
    const stood = this.stands.reduce((sum, one) => sum + (one.clock < clock ? one.ended - one.began : 0), 0);
    return this.started + clock + stood;
  }

  stand(at: number): void {
    const stood = this.stands.reduce((sum, one) => sum + one.ended - one.began, 0);
    this.stands.push({ clock: at - this.started - stood, began: at, ended: at });
  }

  go(at: number): void {
    const last = this.stands.at(-1);
    if (last && last.ended === last.began) last.ended = at;
  }
}

/** All turns of a match that is over. */
export class Courses {
  readonly turns = new Map<number, Course>();
  seconds = 0;

  constructor(events: readonly MatchEvent[]) {
    let now: Course | null = null;
    for (const event of events) {
      this.seconds = Math.max(this.seconds, event.at);
      if (event.type === "turn_started") this.turns.set(event.turn, (now = new Course(event.turn, event.at)));
      else if (event.type === "clock_paused" && event.turn !== null) now?.stand(event.at);
      else if (event.type === "clock_resumed") now?.go(event.at);
      else if (event.type === "turn_ended" || event.type === "match_ended") {
        now?.go(event.at);
        if (now && now.ended === null) now.ended = event.at;
        now = null;
      }
    }
  }

  /** Seconds of the match; null for a turn that was not held. */
  at(turn: number, clock: number): number | null {
    return this.turns.get(turn)?.at(clock) ?? null;
  }
}
