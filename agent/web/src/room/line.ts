// What the page needs from a voice room, whatever carries it.

/** Why a line ended. `taken`: the seat is open in another window; `removed`: the host removed us. */
export type Ended = "lost" | "taken" | "removed" | "deleted";

export interface Ears {
  readonly text: (topic: string, identity: string, text: string, attributes: Readonly<Record<string, string>>) => void;
  readonly reconnecting: () => void;
  readonly reconnected: () => void;
  readonly ended: (why: Ended) => void;
  /** Whether others can be heard: browsers may require a click first. */
  readonly audible: (yes: boolean) => void;
  /** Whether our microphone is open, and what is wrong with it, if anything. */
  readonly microphone: (open: boolean, trouble: string) => void;
}

export interface Line {
  connect(url: string, token: string): Promise<void>;
  /** Publish a microphone that is closed. Throws MicrophoneFault. */
  publish(device: string): Promise<void>;
  open(yes: boolean): Promise<void>;
  /** Must be called in a click. */
  startAudio(): Promise<void>;
  /** How loud we are now, from 0 to 1. */
  level(): number;
  close(): Promise<void>;
}

/** Why there is no microphone, and what to do, in words. */
export class MicrophoneFault extends Error {}

export function microphoneFault(error: unknown): MicrophoneFault {
  const name = error instanceof Error ? error.name : "";
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return new MicrophoneFault("Microphone access is blocked. Allow it next to the address bar, then try again.");
    case "NotFoundError":
    case "OverconstrainedError":
      return new MicrophoneFault("No microphone was found. Plug one in, then try again.");
    case "NotReadableError":
    case "AbortError":
      return new MicrophoneFault("The microphone is in use or does not respond. Close other programs, then try again.");
    default:
      return new MicrophoneFault("The microphone cannot be used. Choose another one, then try again.");
  }
}
