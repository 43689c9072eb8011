// A recorded debate that comes with the page (docs/examples/digital-dollar): to watch at once, on a server where nothing was debated yet.

import closing from "../../../../docs/examples/digital-dollar/turn-5-pro-closing.ogg";
import conClosing from "../../../../docs/examples/digital-dollar/turn-6-con-closing.ogg";
import conOpening from "../../../../docs/examples/digital-dollar/turn-2-con-opening.ogg";
import conRebuttal from "../../../../docs/examples/digital-dollar/turn-4-con-rebuttal.ogg";
import log from "../../../../docs/examples/digital-dollar/events.jsonl";
import opening from "../../../../docs/examples/digital-dollar/turn-1-pro-opening.ogg";
import rebuttal from "../../../../docs/examples/digital-dollar/turn-3-pro-rebuttal.ogg";
import type { MatchEvent } from "../../events.ts";
import { Courses } from "../replay/course.ts";
import { Player } from "../replay/player.ts";
import { Replay } from "../replay/replay.ts";
import { SoundTable } from "../replay/sound_table.ts";
import { TurnsSound } from "./turns_sound.ts";

const SPEECHES = [opening, conOpening, rebuttal, conRebuttal, closing, conClosing];
const BEST = 1006.5; // seconds: the last speeches begin, and both sides have been answered

/** A match that is over, as far as replaying it needs. */
export class Sample {
  readonly follower = { view: null };
  readonly asked = true;
  readonly soundToCome = false;
  readonly id = "";

  constructor(
    readonly courses: Courses,
    readonly replay: Replay,
    readonly player: Player,
  ) {}

  close(): void {
    this.player.close();
  }
}

/** Raises an error if it cannot be loaded. */
export async function sample(begin = BEST): Promise<Sample> {
  const answer = await fetch(log);
  if (!answer.ok) throw new Error(answer.statusText);
  const events = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line) as MatchEvent);
  const courses = new Courses(events);
  const replay = new Replay(events, courses);
  const player = new Player(courses.seconds, SoundTable.plain(courses.seconds), null);
  player.watch(() => replay.to(player.at)); // before anything is drawn
  player.seek(begin);
  return new Sample(courses, replay, player);
}

/** From now on with its voices; browsers start sound only in a click. */
export function withVoices({ courses, player }: Sample): void {
  const speeches = SPEECHES.map((file, turn) => ({ file, at: courses.at(turn, 0) ?? 0 }));
  player.hear(player.table, new TurnsSound(speeches, () => player.broke()));
}
