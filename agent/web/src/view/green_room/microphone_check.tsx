// A microphone check: its level, and the choice of another one.

import { useEffect, useRef, useState } from "preact/hooks";
import { microphoneFault } from "../../room/line.ts";
import { Meter } from "../../room/meter.ts";
import { Alert } from "../parts/alert.tsx";
import { useTicking } from "../parts/hooks.ts";
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

type CheckState = "idle" | "asking" | "listening";

export function MicrophoneCheck({ match, secret, device, choose, heard }: MicrophoneCheckProps) {
  const [state, setState] = useState<CheckState>("idle");
  const [fault, setFault] = useState("");
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  const open = useRef<{ meter: Meter; track: MediaStreamTrack } | null>(null);
  const ticks = useRef(0);
  const [verdict, setVerdict] = useState<"" | "good" | "loud">("");

  const close = () => {
    open.current?.meter.close();
    open.current?.track.stop();
    open.current = null;
  };
  useEffect(() => close, []);

  const listen = async (wanted: string) => {
    setState("asking");
    setFault("");
    setVerdict("");
    ticks.current = 0;
    close();
    try {
      const audio = { ...(wanted ? { deviceId: { ideal: wanted } } : {}), echoCancellation: true, noiseSuppression: true };
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      const track = stream.getAudioTracks()[0]!;
      open.current = { meter: new Meter(track), track };
      setDevices((await navigator.mediaDevices.enumerateDevices()).filter((one) => one.kind === "audioinput"));
      choose(track.getSettings().deviceId ?? wanted);
      setState("listening");
    } catch (error) {
      setFault(microphoneFault(error).message);
      setState("idle");
    }
  };

  const level = useTicking(() => open.current?.meter.level() ?? 0, TICK_MS);
  useEffect(() => {
    if (level < AUDIBLE) return;
    ticks.current += 1;
    if (level > CLIPPED) setVerdict("loud");
    else if (ticks.current === HEARD_TICKS) setVerdict("good");
    if (ticks.current === HEARD_TICKS) heard();
  }, [level]);

  return (
    <fieldset class="check">
      <legend>Microphone</legend>
      {state === "listening" ? (
        <>
          <p>Say a sentence in your normal speaking voice.</p>
          <Level value={level} label="Your volume" />
          <p class={`verdict ${verdict}`} role="status">
            {verdict === "good" && "Your microphone works well."}
            {verdict === "loud" && "Too loud: move a little away from the microphone."}
            {!verdict && "Nothing heard yet."}
          </p>
          <Reading match={match} track={() => open.current?.track ?? null} secret={secret} />
          {devices.length > 1 && (
            <label>
              Use another microphone
              <select value={device} onChange={(event) => void listen(event.currentTarget.value)}>
                {devices.map((one, place) => (
                  <option value={one.deviceId} key={one.deviceId}>
                    {one.label || `Microphone ${place + 1}`}
                  </option>
                ))}
              </select>
            </label>
          )}
        </>
      ) : (
        <button type="button" disabled={state === "asking"} onClick={() => void listen(device)}>
          {state === "asking" ? "Allow it in your browser…" : "Check the microphone"}
        </button>
      )}
      <Alert>{fault}</Alert>
      <p class="quiet">Use headphones if you can, so that nobody hears an echo.</p>
    </fieldset>
  );
}
