// A match replayed from its log, on the same stage as live, to any time.

import type { MatchEvent, Side } from "../../events.ts";
import { isKept } from "../stage/prepared.ts";
import { Stage } from "../stage/stage.ts";
import type { Courses } from "./course.ts";

const JUMP_SECONDS = 4; // further than any tick at any rate: what lies between is history

/** A sentence being spoken from `begin` to `end`, in seconds of the match. */
interface Saying {
  readonly key: string;
  readonly side: Side;
  readonly begin: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** An event, and the second of the match at which it was told. */
interface TimedEvent {
  readonly event: MatchEvent;
  readonly at: number;
}

export class Replay {
  stage: Stage;
  readonly #events: readonly TimedEvent[];
  readonly #sayings: readonly Saying[];
  #next = 0;
  #at = 0;

  /** `open`: nothing was withheld in this match, a broadcast between AIs. */
  constructor(events: readonly MatchEvent[], courses: Courses, open = false) {
    this.#events = events.map((event) => ({ event, at: open ? event.at : toldAt(event, courses) })).sort((a, b) => a.at - b.at);
    this.#sayings = events.flatMap((event) => saying(event, courses)).sort((a, b) => a.begin - b.begin);
    this.stage = this.#fresh();
    this.to(0);
  }

  /** Bring the stage to that time; going back makes a new stage. */
  to(at: number): void {
    const jumps = at < this.#at || at > this.#at + JUMP_SECONDS;
    if (at < this.#at) {
      this.stage = this.#fresh();
      this.#next = 0;
    }
    this.#at = at;
    if (jumps) this.stage.cameAt(Infinity);
    for (; this.#next < this.#events.length && this.#events[this.#next]!.at <= at; this.#next++) {
      const { event } = this.#events[this.#next]!;
      this.stage.take(event, event.at * 1000);
    }
    this.stage.cameAt(this.#events[this.#next]?.event.seq ?? Infinity);
    this.#say(at);
  }

  #fresh(): Stage {
    return new Stage(() => this.#at * 1000);
  }

  /** The words said so far of unfinished sentences. */
  #say(at: number): void {
    for (const one of this.#sayings) {
      if (one.begin > at) return;
      if (one.end <= at) continue;
      const share = (at - one.begin) / (one.end - one.begin);
      const count = Math.max(1, Math.ceil(share * one.words.length));
      this.stage.caption(one.key, one.side, one.words.slice(0, count).join(" "), false);
    }
  }
}

/** What a side prepared is told after its turn, as live (agent/match/rights.py), and so is what it verified, which live is told at the end; everything else at once. */
function toldAt(event: MatchEvent, courses: Courses): number {
  return isKept(event) || event.type === "claim_verified" ? Math.max(event.at, courses.turns.get(event.turn)?.ended ?? courses.seconds) : event.at;
}

function saying(event: MatchEvent, courses: Courses): Saying[] {
  if (event.type !== "sentence_spoken") return [];
  const begin = courses.at(event.turn, event.start);
  const [key, words] = [`${event.turn}-${event.id}`, event.text.split(" ")];
  return begin !== null && begin < event.at ? [{ key, side: event.side, begin, end: event.at, words }] : [];
}
