// The events of a match as the server streams them, resumed after every lost connection until the match is over.

import { createParser } from "eventsource-parser";
import type { MatchEvent } from "../../events.ts";
import { decoded } from "../stage/log.ts";
import { Fault, faultOf } from "./http.ts";

export type StreamState = "live" | "lost" | "over";

interface Following {
  readonly take: (event: MatchEvent) => void;
  /** The votes as they stand: after all past events, and whenever they change. */
  readonly votes: (data: string) => void;
  /** The state of the connection; `why`: the reason it was lost for good. */
  readonly link: (state: StreamState, why: string) => void;
  /** Called before each connection, so that history can be told from news. */
  readonly before: () => Promise<void>;
  /** Whether the server says that nothing more will come, though no event ended the match. */
  readonly over: () => boolean;
  /** The secret to send; empty if none is needed. */
  readonly bearer: string;
  readonly signal: AbortSignal;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
const SILENCE_MS = 45_000; // the server sends at least a comment every 15 s

/** Follow a match from its beginning until it is over, or until the server refuses. */
export async function follow(path: string, following: Following): Promise<void> {
  const { signal, link } = following;
  let last = "";
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      await following.before();
      const told = await connected(path, last, following, (id) => {
        last = id;
        wait = FIRST_WAIT_MS;
      });
      if (told || following.over()) {
        link("over", "");
        return;
      }
      link("lost", "");
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Fault && !error.passing) {
        link("over", error.message);
        return;
      }
      link("lost", error instanceof Error ? error.message : String(error));
      if (error instanceof Fault && error.retrySeconds) wait = Math.max(wait, error.retrySeconds * 1000);
    }
    await pause(wait * (0.75 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** One connection; returns whether it told the end of the match. */
async function connected(path: string, last: string, following: Following, saw: (id: string) => void): Promise<boolean> {
  let over = false;
  await listened(path, { last, bearer: following.bearer, signal: following.signal, live: () => following.link("live", "") }, (kind, data, id) => {
    if (kind === "votes") return following.votes(data);
    const event = decoded(data);
    if (!event) return;
    over ||= event.type === "match_ended";
    following.take(event);
    if (id) saw(id);
  });
  return over;
}

interface Listening {
  readonly last?: string;
  readonly bearer: string;
  readonly signal: AbortSignal;
  /** Called when the server has answered. */
  readonly live: () => void;
}

/** One connection to a stream of events, until it ends. Throws Fault. */
export async function listened(path: string, { last = "", bearer, signal, live }: Listening, take: (kind: string, data: string, id: string) => void): Promise<void> {
  const silence = new AbortController();
  const response = await fetchStream(path, last, bearer, AbortSignal.any([signal, silence.signal]));
  live();
  const parser = createParser({ onEvent: ({ event, data, id }) => take(event ?? "", data, id ?? "") });
  const text = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const { done, value } = await text.read().finally(() => clearTimeout(timer));
    if (done) return;
    parser.feed(value);
  }
}

async function fetchStream(path: string, last: string, bearer: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (last) headers["last-event-id"] = last;
  if (bearer) headers["authorization"] = `Bearer ${bearer}`;
  let response: Response;
  try {
    response = await fetch(path, { headers, cache: "no-store", credentials: "omit", signal });
  } catch {
    throw new Fault(0, "");
  }
  if (!response.ok) throw await faultOf(response);
  return response;
}

interface FollowingWhole {
  readonly take: (kind: string, data: string) => void;
  /** Why nothing is heard for now; empty while all is well. */
  readonly trouble: (why: string) => void;
  /** Whether nothing more will come after what was sent. */
  readonly over: () => boolean;
  readonly bearer: string;
  readonly signal: AbortSignal;
}

const WHOLE_WAIT_MS = 1000;

/** Documents that are sent whole and anew at each connection, until there are no more. Throws Fault: the server refuses. */
export async function followWhole(path: string, { take, trouble, over, bearer, signal }: FollowingWhole): Promise<void> {
  let wait = WHOLE_WAIT_MS;
  while (!signal.aborted) {
    try {
      await listened(path, { bearer, signal, live: () => trouble("") }, take);
      if (over()) return;
      wait = WHOLE_WAIT_MS;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Fault && !error.passing) throw error;
      trouble("The connection was lost. Trying again.");
      if (error instanceof Fault && error.retrySeconds) wait = Math.max(wait, error.retrySeconds * 1000);
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
}

