// A speech to hear, with its text on request; where there is no sound, the text. It remembers the second it was stopped at.

import { useEffect, useRef, useState } from "preact/hooks";
import type { StudySpeech } from "../../api/contracts.ts";
import { keep, kept } from "../../api/kept.ts";
import { face, spelt } from "../../stage/clock.ts";

const KIND = "rostrum.study.";

/** How far a speech was heard: the second it was stopped at, and for how many seconds it was played in all. */
interface Place {
  readonly at: number;
  readonly played: number;
}

interface SpeechPlayerProps {
  readonly speech: StudySpeech;
  readonly label: string;
  /** Told how much was heard, from 0 to 1, and that the text was looked at. */
  readonly attend?: (some: { heard?: number; read?: boolean }) => void;
}

export function SpeechPlayer({ speech, label, attend = () => undefined }: SpeechPlayerProps) {
  const [broken, setBroken] = useState(false);
  const read = () => attend({ read: true });
  if (!speech.sound) return <p class="words">{speech.text}</p>;
  return (
    <div class="speech-player">
      {broken ? (
        <p class="quiet" role="status">
          The recording cannot be played here. Please read the text instead.
        </p>
      ) : (
        <Sound address={speech.sound} label={label} heard={(heard) => attend({ heard })} failed={() => (setBroken(true), read())} />
      )}
      <details open={broken} onToggle={(event) => event.currentTarget.open && read()}>
        <summary>Show the text</summary>
        <p class="words">{speech.text}</p>
      </details>
    </div>
  );
}

interface SoundProps {
  readonly address: string;
  readonly label: string;
  readonly heard: (share: number) => void;
  readonly failed: () => void;
}

function Sound({ address, label, heard, failed }: SoundProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const before = useRef((kept(KIND, address) as Place | null) ?? { at: 0, played: 0 });
  const [{ at, seconds, playing }, setState] = useState({ at: before.current.at, seconds: 0, playing: false });
  const told = () => {
    const { currentTime, duration, paused } = audio.current!;
    if (!Number.isFinite(duration)) return;
    const played = Math.min(duration, before.current.played + playedOf(audio.current!));
    setState({ at: currentTime, seconds: duration, playing: !paused });
    heard(duration ? played / duration : 1);
    if (currentTime) keep(KIND, address, { at: currentTime, played } satisfies Place);
  };
  const loaded = () => {
    const sound = audio.current!;
    if (before.current.at < sound.duration - 1) sound.currentTime = before.current.at;
    told();
  };
  useEffect(() => {
    const sound = audio.current;
    return () => sound?.pause();
  }, []);
  const toggle = () => {
    const sound = audio.current!;
    if (!sound.paused) return sound.pause();
    for (const other of document.querySelectorAll("audio")) other.pause();
    sound.play().catch((error: Error) => error.name !== "AbortError" && failed());
  };
  return (
    <div class="sound">
      <audio ref={audio} src={address} preload="metadata" onLoadedMetadata={loaded} onTimeUpdate={told} onPlay={told} onPause={told} onEnded={told} onError={failed} />
      <button type="button" class="play main" onClick={toggle} aria-label={`${playing ? "Pause" : "Play"}: ${label}`}>
        {playing ? "Pause" : "Play"}
      </button>
      <input
        type="range"
        min={0}
        max={seconds || 1}
        step={1}
        value={at}
        aria-label={`Position: ${label}`}
        aria-valuetext={spelt(at)}
        onInput={(event) => (audio.current!.currentTime = Number(event.currentTarget.value))}
      />
      <span class="time quiet">
        {face(at)} / {face(seconds)}
      </span>
    </div>
  );
}

/** The seconds that were played since the page was loaded, each counted once. */
function playedOf({ played }: HTMLAudioElement): number {
  return Array.from({ length: played.length }, (_, place) => played.end(place) - played.start(place)).reduce((all, one) => all + one, 0);
}
