// Words that are on their way: captions of the room until their event is there, and what is heard, still changing.

import type { MatchEvent, Side } from "../../events.ts";

/** `key`: the same words have the same one while they grow. */
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
  readonly #tell = new Set<Side>(); // those whose own words come: what is heard of them would be the same again

  /** The same segment comes again with more words: it replaces what it said before. */
  take(segment: string, side: Side, text: string, final: boolean): void {
    const known = this.#segments.get(segment);
    if (!final && known?.text.startsWith(text)) return; // a packet that was overtaken
    this.#tell.add(side);
    this.#segments.set(segment, { side, text, final });
  }

  /** What somebody else hears of that side. */
  hear(side: Side, text: string): void {
    if (text) this.#interim.set(side, text);
    else this.#interim.delete(side);
  }

  /** What has become an event is no caption any more. */
  follow(event: MatchEvent): void {
    if (event.type === "sentence_spoken") this.#segments.delete(`${event.turn}-${event.id}`);
    if (event.type === "transcript_segment") this.#interim.delete(event.side);
    if (event.type === "turn_started" || event.type === "turn_ended" || event.type === "match_ended") {
      this.#interim.clear();
      this.#segments.clear();
      this.#tell.clear();
    }
  }

  /** What is not in the transcript yet, in the order in which it began. `known`: a sentence of the turn is there. */
  pending(turn: number, known: (sentence: string) => boolean): readonly Pending[] {
    const told = [...this.#segments].flatMap(([key, { side, text }]) => {
      const [index, sentence] = key.split("-", 2);
      return Number(index) === turn && sentence && known(sentence) ? [] : [{ key, side, text }];
    });
    const heard = [...this.#interim].filter(([side]) => !this.#tell.has(side));
    return [...told, ...heard.map(([side, text]) => ({ key: `interim ${side}`, side, text }))];
  }
}
