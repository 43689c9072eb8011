// A microphone check: its level, and the choice of another one.

import { useEffect, useRef, useState } from "preact/hooks";
import { microphoneFault } from "../../room/line.ts";
import { Meter } from "../../room/meter.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction, useTicking } from "../parts/hooks.ts";
import { Level } from "../parts/level.tsx";
import { Reading } from "./reading.tsx";

const AUDIBLE = 0.45; // -33 dB of full scale: speech, not background noise
const CLIPPED = 0.97;
const HEARD_TICKS = 4;
const TICK_MS = 80;

interface MicrophoneCheckProps {
  readonly match: string;
  /** Takes the seat if it has not been taken; returns its secret. */
  readonly secret: () => Promise<string>;
  readonly device: string;
  readonly choose: (device: string) => void;
  readonly heard: () => void;
}

type CheckVerdict = "" | "good" | "loud";

export function MicrophoneCheck({ match, secret, device, choose, heard }: MicrophoneCheckProps) {
  const { open, devices, busy, fault, listen } = useMicrophone(choose);
  const level = useTicking(() => open.current?.meter.level() ?? 0, TICK_MS);
  const { verdict, begin } = useVerdict(level, heard);
  const check = (wanted: string) => {
    begin();
    void listen(wanted);
  };
  return (
    <fieldset class="check">
      <legend>Microphone</legend>
      {open.current && !busy ? (
        <>
          <p>Say a sentence in your normal speaking voice.</p>
          <Level value={level} label="Your volume" />
          <p class={`verdict ${verdict}`} role="status">
            {{ "": "Nothing heard yet.", good: "Your microphone works well.", loud: "Too loud: move a little away from the microphone." }[verdict]}
          </p>
          <Reading match={match} track={() => open.current?.track ?? null} secret={secret} />
          {devices.length > 1 && <Devices devices={devices} chosen={device} choose={check} />}
        </>
      ) : (
        <button type="button" disabled={busy} onClick={() => check(device)}>
          {busy ? "Allow it in your browser…" : "Check the microphone"}
        </button>
      )}
      <Alert>{fault}</Alert>
      <p class="quiet">Use headphones if you can, so that nobody hears an echo.</p>
    </fieldset>
  );
}

/** A microphone of this computer, open from `listen` until the view is gone; `choose` is told which one it is. */
function useMicrophone(choose: (device: string) => void) {
  const open = useRef<{ meter: Meter; track: MediaStreamTrack } | null>(null);
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const { busy, fault, act } = useAction();
  const close = () => {
    open.current?.meter.close();
    open.current?.track.stop();
    open.current = null;
  };
  useEffect(() => close, []);
  const listen = (wanted: string) =>
    act(async () => {
      close();
      try {
        const audio = { ...(wanted ? { deviceId: { ideal: wanted } } : {}), echoCancellation: true, noiseSuppression: true };
        const stream = await navigator.mediaDevices.getUserMedia({ audio });
        const track = stream.getAudioTracks()[0]!;
        open.current = { meter: new Meter(track), track };
        setDevices((await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "audioinput"));
        choose(track.getSettings().deviceId ?? wanted);
      } catch (error) {
        throw microphoneFault(error);
      }
    });
  return { open, devices, busy, fault, listen };
}

/** Good once the level has been high enough for a few ticks; `heard` is called then. */
function useVerdict(level: number, heard: () => void): { verdict: CheckVerdict; begin: () => void } {
  const ticks = useRef(0);
  const [verdict, setVerdict] = useState<CheckVerdict>("");
  useEffect(() => {
    if (level < AUDIBLE) return;
    ticks.current += 1;
    if (level > CLIPPED) setVerdict("loud");
    else if (ticks.current === HEARD_TICKS) setVerdict("good");
    if (ticks.current === HEARD_TICKS) heard();
  }, [level]);
  const begin = () => {
    ticks.current = 0;
    setVerdict("");
  };
  return { verdict, begin };
}

interface DevicesProps {
  readonly devices: readonly MediaDeviceInfo[];
  readonly chosen: string;
  readonly choose: (device: string) => void;
}

function Devices({ devices, chosen, choose }: DevicesProps) {
  return (
    <label>
      Use another microphone
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {devices.map((one, place) => (
          <option value={one.deviceId} key={one.deviceId}>
            {one.label || `Microphone ${place + 1}`}
          </option>
        ))}
      </select>
    </label>
  );
}
