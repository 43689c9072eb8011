// A connection to a room: the microphone follows the turn, and a lost room is entered again.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchEvent } from "../events.ts";
import type { JoinView } from "../src/api/contracts.ts";
import type { Ears, Line } from "../src/room/line.ts";
import { MicrophoneFault } from "../src/room/line.ts";
import type { Seat } from "../src/room/session.ts";
import { Session } from "../src/room/session.ts";
import { Stage } from "../src/stage/stage.ts";
import { logOf } from "./logs.ts";

/** A room that does what it is told, and notes it. */
class Rehearsed implements Line {
  readonly done: string[] = [];
  microphone = true;

  constructor(readonly ears: Ears) {}

  async connect(url: string, token: string): Promise<void> {
    this.done.push(`connect ${url} ${token}`);
  }
  async publish(device: string): Promise<void> {
    if (!this.microphone) throw new MicrophoneFault("allow it");
    this.done.push(`publish ${device}`);
    this.ears.microphone(false, "");
  }
  async open(yes: boolean): Promise<void> {
    if (this.done.at(-1) === (yes ? "open" : "close")) return;
    this.done.push(yes ? "open" : "close");
    this.ears.microphone(yes, "");
  }
  async startAudio(): Promise<void> {}
  level(): number {
    return 0;
  }
  async close(): Promise<void> {
    this.done.push("hung up");
  }
}

async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

function seated(some: Partial<Seat> = {}) {
  const stage = new Stage();
  const lines: Rehearsed[] = [];
  const waits: number[] = [];
  let tokens = 0;
  const session = new Session({
    stage,
    side: "con",
    device: "usb",
    join: async () => ({ livekit_url: "ws://room", token: `t${++tokens}` }) as JoinView,
    passing: () => true,
    line: (ears) => (lines.push(new Rehearsed(ears)), lines.at(-1)!),
    wait: async (ms) => void waits.push(ms),
    ...some,
  });
  const events = logOf("labor-unions");
  const take = (event: object, seq: number) => stage.take({ at: seq, ...event, seq } as unknown as MatchEvent, 0);
  return { session, stage, lines, waits, events, take };
}

const turn = (index: number) => ({ type: "turn_started", turn: index, side: index % 2 ? "con" : "pro", stage: "opening", seconds: 240 });
const over = (index: number) => ({ type: "turn_ended", turn: index, reason: "bell" });

test("the microphone opens with our turn, stands closed in a pause, and closes at the bell", async () => {
  const { session, lines, events, take } = seated();
  void session.run();
  await settled();
  take(events[0]!, 0);
  for (const [seq, event] of [turn(0), over(0), turn(1), { type: "clock_paused", turn: 1, reason: "" }, { type: "clock_resumed" }, over(1)].entries()) {
    take(event, seq + 1);
    await settled();
  }
  assert.deepEqual(lines[0]!.done, ["connect ws://room t1", "publish usb", "close", "open", "close", "open", "close"]);
});

test("in a pause the chair asks for the microphone before the clock runs again; nobody else may", async () => {
  const { session, lines, events, take } = seated();
  void session.run();
  await settled();
  [events[0]!, turn(0), over(0), turn(1), { type: "clock_paused", turn: 1, reason: "" }].forEach(take);
  await settled();
  const { ears, done } = lines[0]!;
  ears.text("rostrum.cues", "pro", "", {});
  await settled();
  assert.equal(done.at(-1), "close");
  ears.text("rostrum.cues", "chair", "", {});
  await settled();
  assert.equal(done.at(-1), "open");
  take({ type: "clock_paused", turn: 1, reason: "again" }, 5);
  await settled();
  assert.equal(done.at(-1), "close");
});

test("events count from the chair only; captions from who has the floor", async () => {
  const { session, stage, lines, events } = seated();
  void session.run();
  await settled();
  const { ears } = lines[0]!;
  const told = (index: number) => JSON.stringify({ ...events[index] });
  ears.text("rostrum.events", "pro", told(0), {});
  assert.equal(stage.log.last, -1);
  ears.text("rostrum.log", "chair", `{"events": 2}\n${told(0)}\n${told(1)}`, {});
  assert.equal(stage.shown.turn?.side, "pro");
  ears.text("lk.transcription", "con", "I am not on", { "lk.segment_id": "0-x" });
  ears.text("lk.transcription", "pro", "I am", { "lk.segment_id": "0-y" });
  assert.deepEqual(stage.captions.pending(0, () => false), [{ key: "0-y", side: "pro", text: "I am" }]);
  ears.text("rostrum.words", "pro", "I am on", { "lk.segment_id": "0-y" });
  ears.text("rostrum.words", "con", "I am not", { "lk.segment_id": "0-z" });
  assert.deepEqual(stage.captions.pending(0, () => false), [{ key: "0-y", side: "pro", text: "I am on" }]);
});

test("what a side says is told by agents and scribes; a person puts words into nobody's mouth", async () => {
  const { session, stage, lines, events, take } = seated();
  void session.run();
  await settled();
  const created = events[0] as Extract<MatchEvent, { type: "match_created" }>;
  const seats = { pro: created.seats.pro, con: { ...created.seats.con, occupant: "person" } };
  take({ ...created, seats }, 0);
  take(turn(0), 1);
  const { ears } = lines[0]!;
  const told = (turn = 0) => stage.captions.pending(turn, () => false).map(({ side, text }) => `${side}: ${text}`);
  for (const nobody of ["con", "spectator-1", "listener", "chair", "judge-2"]) {
    ears.text("rostrum.interim", nobody, "we give in", {});
    assert.deepEqual(told(), [], nobody);
  }
  ears.text("rostrum.interim", "scribe", "we go on", {});
  assert.deepEqual(told(), ["pro: we go on"]);
  take(over(0), 2);
  take(turn(1), 3);
  ears.text("lk.transcription", "con", "what I never said", { "lk.segment_id": "1-x" });
  ears.text("rostrum.words", "con", "what I never said", { "lk.segment_id": "1-x" });
  assert.deepEqual(told(1), []);
  ears.text("rostrum.interim", "pro", "as the other side hears it", {});
  assert.deepEqual(told(1), ["con: as the other side hears it"]);
});

test("who puts a point of information, or is examined, is heard beside the speaker, and no longer", async () => {
  const { session, lines, take, events } = seated();
  void session.run();
  await settled();
  take(events[0]!, 0);
  take({ ...turn(0) }, 1);
  const { done } = lines[0]!;
  const poi = (type: string, seq: number, rest = {}) => take({ type, turn: 0, side: "con", ...rest }, seq);
  poi("poi_offered", 2);
  await settled();
  assert.notEqual(done.at(-1), "open");
  poi("poi_accepted", 3);
  await settled();
  assert.equal(done.at(-1), "open");
  poi("poi_ended", 4, { reason: "asked" });
  await settled();
  assert.equal(done.at(-1), "close");
});

test("a room whose own tries are used up is built anew, with a new token", async () => {
  const { session, lines, waits } = seated();
  void session.run();
  await settled();
  lines[0]!.ears.ended("lost");
  await settled();
  assert.equal(lines[0]!.done.at(-1), "hung up");
  assert.equal(lines[1]!.done[0], "connect ws://room t2");
  assert.equal(session.place.link, "connected");
  assert.deepEqual(waits, [500]);
});

test("a server that is away is asked again, less and less often", async () => {
  let tries = 0;
  const join = async () => {
    if (++tries < 5) throw new Error("the server cannot be reached");
    return { livekit_url: "ws://room", token: "t" } as JoinView;
  };
  const { session, waits } = seated({ join });
  void session.run();
  for (let i = 0; i < 5; i++) await settled();
  assert.deepEqual(waits, [500, 1000, 2000, 4000]);
  assert.equal(session.place.link, "connected");
});

test("a seat that was opened elsewhere is not fought for", async () => {
  const { session, lines } = seated();
  void session.run();
  await settled();
  lines[0]!.ears.ended("taken");
  await settled();
  assert.equal(session.place.link, "shut");
  assert.match(session.place.trouble, /another window/);
  session.again();
  await settled();
  assert.equal(lines.length, 2);
});

test("without a microphone the person is there, and is told what to do", async () => {
  const { session } = seated({ line: (ears) => Object.assign(new Rehearsed(ears), { microphone: false }) });
  void session.run();
  await settled();
  assert.equal(session.place.link, "connected");
  assert.equal(session.place.microphone, "broken");
  assert.equal(session.place.microphoneTrouble, "allow it");
});
