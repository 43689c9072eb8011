// Words that have no event yet: captions from the room, and interim results of a recogniser.

import type { MatchEvent, Side } from "../../events.ts";

/** `key`: stays the same while the words grow. */
interface Pending {
  readonly key: string;
  readonly side: Side;
  readonly text: string;
}

interface Segment {
  readonly side: Side;
  readonly text: string;
  readonly final: boolean;
}

export class CaptionFeed {
  readonly #segments = new Map<string, Segment>();
  readonly #interim = new Map<Side, string>();
  readonly #tell = new Set<Side>(); // sides that send their own words: recognising them too would show them twice

  /** A segment comes again with more words, which replace the earlier ones. */
  take(segment: string, side: Side, text: string, final: boolean): void {
    const known = this.#segments.get(segment);
    if (!final && known?.text.startsWith(text)) return; // an outdated packet
    this.#tell.add(side);
    this.#segments.set(segment, { side, text, final });
  }

  /** What a recogniser hears of that side, so far. */
  hear(side: Side, text: string): void {
    if (text) this.#interim.set(side, text);
    else this.#interim.delete(side);
  }

  /** Words that have become an event are no longer pending. */
  follow(event: MatchEvent): void {
    if (event.type === "sentence_spoken") this.#segments.delete(`${event.turn}-${event.id}`);
    if (event.type === "transcript_segment") this.#interim.delete(event.side);
    if (event.type === "turn_started" || event.type === "turn_ended" || event.type === "match_ended") {
      this.#interim.clear();
      this.#segments.clear();
      this.#tell.clear();
    }
  }

  /** What is not in the transcript yet, in the order it began. `known`: whether it has that sentence of the turn. */
  pending(turn: number, known: (sentence: string) => boolean): readonly Pending[] {
    const told = [...this.#segments].flatMap(([key, { side, text }]) => {
      const [index, sentence] = key.split("-", 2);
      return Number(index) === turn && sentence && known(sentence) ? [] : [{ key, side, text }];
    });
    const heard = [...this.#interim].filter(([side]) => !this.#tell.has(side));
    return [...told, ...heard.map(([side, text]) => ({ key: `interim ${side}`, side, text }))];
  }
}
