// What a debater may do, by button and by key: yield the floor, pause the clock, offer points of information, prepare.

import { useEffect, useState } from "preact/hooks";
import type { Side } from "../../../events.ts";
import type { MatchView, SeatCommand } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { mayOffer, standing } from "../../stage/exchanges.ts";
import type { Stage } from "../../stage/stage.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction, useKeys, useTicking } from "../parts/hooks.ts";
import { minutes } from "../parts/words.ts";

const SURE_MS = 3000;
const TICK_MS = 250;

interface ControlsProps {
  readonly stage: Stage;
  readonly view: MatchView;
  readonly side: Side;
  readonly secret: string;
}

type Ask = (command: SeatCommand) => void;

/** Something that a debater may ask for now. */
interface SeatAction {
  readonly key: string;
  readonly label: string;
  readonly command: SeatCommand;
  readonly ready: boolean;
  readonly note?: string;
  readonly main?: boolean;
}

export function Controls({ stage, view, side, secret }: ControlsProps) {
  const { busy, fault, act } = useAction();
  const ask = (command: SeatCommand) => void act(() => api.command(view.id, command, secret));
  return (
    <div class="controls">
      <Exchanges stage={stage} side={side} busy={busy} ask={ask} />
      <YieldFloor stage={stage} side={side} busy={busy} ask={ask} />
      <PauseOrResume stage={stage} view={view} side={side} busy={busy} ask={ask} />
      <Alert>{fault}</Alert>
    </div>
  );
}

interface ActionProps {
  readonly stage: Stage;
  readonly side: Side;
  readonly busy: boolean;
  readonly ask: Ask;
}

function YieldFloor({ stage, side, busy, ask }: ActionProps) {
  const [sure, setSure] = useState(false);
  const { turn } = stage.shown;
  const may = turn?.side === side && !busy;
  const press = () => {
    if (!may) return;
    setSure(!sure);
    if (sure) ask("yield");
  };
  useEffect(() => {
    if (!sure) return;
    const timer = setTimeout(() => setSure(false), SURE_MS);
    return () => clearTimeout(timer);
  }, [sure]);
  useEffect(() => setSure(false), [turn]);
  useKeys({ y: press });
  return (
    <button class="yield" disabled={!may} onClick={press}>
      {sure ? "Press again to end it" : "End my speech"} <kbd>Y</kbd>
    </button>
  );
}

function PauseOrResume({ stage, view, side, busy, ask }: ActionProps & { view: MatchView }) {
  const { phase, pause, pauses } = stage.shown;
  const left = Math.max(0, view.pauses - pauses[side]);
  const mayPause = (phase === "speaking" || phase === "waiting") && left > 0 && !busy;
  const mayResume = phase === "paused" && pause?.by === side && !busy;
  const press = () => {
    if (mayResume) ask("resume");
    else if (mayPause) ask("pause");
  };
  useKeys({ p: press });
  return phase === "paused" ? (
    <button disabled={!mayResume} onClick={press}>
      Resume <kbd>P</kbd>
    </button>
  ) : (
    <button disabled={!mayPause} onClick={press}>
      Pause <kbd>P</kbd> <span class="quiet">{left} left</span>
    </button>
  );
}

/** Points of information and preparation: only what is possible in this speech, or between two. */
function Exchanges({ stage, side, busy, ask }: ActionProps) {
  useTicking(() => Math.floor(stage.time.now(stage.now()) * 4), TICK_MS); // windows open and close with the clock
  const all = choices(stage, side, stage.now());
  const press = (one: SeatAction) => {
    if (one.ready && !busy) ask(one.command);
  };
  useKeys(Object.fromEntries(all.map((one) => [one.key, () => press(one)])));
  return (
    <>
      {all.map((one) => (
        <button class={one.main ? "main" : ""} key={one.command} disabled={!one.ready || busy} onClick={() => press(one)}>
          {one.label} <kbd>{one.key.toUpperCase()}</kbd> {one.note && <span class="quiet">{one.note}</span>}
        </button>
      ))}
    </>
  );
}

/** What is possible now; `local`: the time in milliseconds. */
export function choices(stage: Stage, side: Side, local: number): readonly SeatAction[] {
  const { turn, phase } = stage.shown;
  if (!turn) return between(stage, side, local);
  const poi = standing(turn);
  const ready = phase === "speaking";
  if (turn.side === side) {
    if (!poi) return [];
    if (poi.accepted !== null) return [{ key: "e", label: "Continue my speech", command: "finish", ready, main: true }];
    return [
      { key: "a", label: "Take the point", command: "accept", ready, main: true },
      { key: "r", label: "Not now", command: "refuse", ready },
    ];
  }
  if (poi) {
    const label = poi.accepted !== null ? "I have finished" : "Withdraw the point";
    return [{ key: "e", label, command: "finish", ready, main: poi.accepted !== null }];
  }
  if (!turn.window) return [];
  const { now, wait } = mayOffer(turn, stage.elapsed(local));
  const note = now ? "" : wait === null ? "no longer possible" : `in ${Math.ceil(wait)} s`;
  return [{ key: "o", label: "Offer a point of information", command: "offer", ready: ready && now, note, main: now }];
}

function between(stage: Stage, side: Side, local: number): readonly SeatAction[] {
  const { preparing, format, phase, next } = stage.shown;
  if (preparing?.side === side) return [{ key: "t", label: "I am ready", command: "ready", ready: true, main: true }];
  if (preparing || !format?.preparation_seconds || !next || phase !== "waiting") return [];
  const left = stage.preparationLeft(side, local);
  return [{ key: "t", label: "Take time to prepare", command: "prepare", ready: left > 0, note: `${minutes(left)} left` }];
}
