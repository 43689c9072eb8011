// Replays: clocks, sound and player.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchEvent } from "../events.ts";
import { Courses } from "../src/replay/course.ts";
import type { Sound } from "../src/replay/player.ts";
import { Player } from "../src/replay/player.ts";
import { Replay } from "../src/replay/replay.ts";
import { SoundTable, tableOf } from "../src/replay/sound_table.ts";
import { Stage } from "../src/stage/stage.ts";
import { logOf } from "./logs.ts";

const told = (events: object[]) => events.map((event, seq) => ({ ...event, seq })) as MatchEvent[];

test("a turn's clock stands in a pause, and the match goes on", () => {
  const courses = new Courses(
    told([
      { type: "turn_started", turn: 0, at: 10 },
      { type: "clock_paused", turn: 0, at: 20 },
      { type: "clock_resumed", at: 50 },
      { type: "turn_ended", turn: 0, at: 70 },
      { type: "match_ended", at: 71 },
    ]),
  );
  assert.equal(courses.at(0, 5), 15);
  assert.equal(courses.at(0, 10), 20);
  assert.equal(courses.at(0, 11), 51);
  assert.equal(courses.at(1, 0), null);
  assert.equal(courses.seconds, 71);
});

test("where waiting was cut out of the recording, its seconds and the match's part ways", () => {
  const table = tableOf({
    stretches: [
      { file: 0, at: 0, seconds: 10 },
      { file: 10, at: 10, seconds: 10 }, // of a minute
      { file: 20, at: 70, seconds: 30 },
    ],
  })!;
  assert.equal(table.file(75), 25);
  assert.equal(table.at(25), 75);
  assert.equal(table.file(50), 20); // the end of what is left of it
  assert.equal(table.at(15), 15);
  assert.equal(tableOf({ stretches: [{ file: "0" }] }), null);
  assert.equal(tableOf(null), null);
});

test("at every second a replay shows what the match showed then, forwards and back", () => {
  const events = logOf("labor-unions");
  const replay = new Replay(events, new Courses(events));
  for (const at of [300, 301, 305, 900, 100, 1134.45]) {
    replay.to(at);
    const live = new Stage(() => at * 1000);
    for (const event of events.filter((one) => one.at <= at)) live.take(event, event.at * 1000);
    const words = (stage: Stage) => stage.shown.turns.map((turn) => turn.words.lines);
    assert.deepEqual(words(replay.stage), words(live), `words at ${at}`);
    assert.equal(replay.stage.shown.flowCount, live.shown.flowCount);
    assert.equal(replay.stage.left(), live.left());
  }
});

test("a sentence comes word by word", () => {
  const events = logOf("labor-unions");
  const replay = new Replay(events, new Courses(events));
  replay.to(2);
  const turn = replay.stage.shown.turn!;
  const pending = replay.stage.captions.pending(0, (id) => turn.words.has(id));
  assert.equal(pending.length, 1);
  assert.match(pending[0]!.text, /^Good evening\. I stand\b/);
  assert.doesNotMatch(pending[0]!.text, /growth/);
  replay.to(8);
  assert.equal(replay.stage.captions.pending(0, (id) => turn.words.has(id)).length, 0);
});

test("what an AI side meant to say is told when its turn is over, and taken back with it", () => {
  const events = logOf("labor-unions");
  const courses = new Courses(events);
  const replay = new Replay(events, courses);
  const turn = events.find((one) => one.type === "plan_updated" && one.battlefields.length > 0)!;
  assert.ok(turn.type === "plan_updated");
  const ended = courses.turns.get(turn.turn)!.ended!;
  for (const [at, told] of [[ended - 1, false], [ended, true], [ended - 1, false]] as const) {
    replay.to(at);
    assert.equal(replay.stage.prepared.turns.includes(turn.turn), told, `at ${at}`);
  }
  const broadcast = new Replay(events, courses, true);
  broadcast.to(turn.at);
  assert.ok(broadcast.stage.prepared.turns.includes(turn.turn), "a broadcast keeps nothing back");
});

test("a jump announces nothing, what comes next is news", () => {
  const events = logOf("labor-unions");
  const replay = new Replay(events, new Courses(events));
  replay.to(230);
  const news: string[] = [];
  replay.stage.watch((event, fresh) => event && fresh && news.push(event.type));
  replay.to(800);
  assert.deepEqual(news, []);
  for (let at = 802; at < 830; at += 2) replay.to(at);
  assert.ok(news.length > 0);
});

class Tape implements Sound {
  currentTime = 0;
  paused = true;
  seeking = false;
  ended = false;
  #rate = 1;
  constructor(readonly fastest = 16) {}
  get playbackRate(): number {
    return this.#rate;
  }
  set playbackRate(rate: number) {
    if (rate > this.fastest) throw new DOMException("too fast", "NotSupportedError");
    this.#rate = rate;
  }
  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
}

function timed() {
  let now = 0;
  return { pass: (seconds: number) => (now += seconds * 1000), now: () => now };
}

test("the sound tells the time where there is one", async () => {
  const tape = new Tape();
  const player = new Player(100, new SoundTable([{ file: 0, at: 50, seconds: 50 }]), tape);
  player.seek(60);
  assert.equal(tape.currentTime, 10);
  await player.play();
  tape.currentTime = 12;
  player.pause();
  assert.equal(player.at, 62);
  assert.ok(tape.paused);
});

test("without sound, and where it is too fast for it, the words go by the clock", async () => {
  const time = timed();
  const player = new Player(100, SoundTable.plain(100), new Tape(4), time.now);
  await player.play();
  player.faster(8);
  assert.equal(player.heard, "too fast");
  time.pass(5);
  player.pause();
  assert.equal(player.at, 40);
  player.faster(2);
  assert.equal(player.heard, "yes");
  player.close();
});

test("it stops at the end and begins again from the beginning", async () => {
  const time = timed();
  const player = new Player(10, SoundTable.plain(10), null, time.now);
  await player.play();
  time.pass(20);
  player.pause();
  assert.equal(player.at, 10);
  assert.equal(player.playing, false);
  await player.play();
  assert.equal(player.at, 0);
  player.close();
});
