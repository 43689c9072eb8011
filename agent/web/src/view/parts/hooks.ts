// How views follow what changes outside of them.

import { useEffect, useRef, useState } from "preact/hooks";

export interface Watched {
  watch(changed: () => void): () => void;
}

/** Draw again when something has changed, once a frame at most. */
export function useChanges(...sources: readonly (Watched | null)[]): void {
  const [, draw] = useState(0);
  useEffect(() => {
    let frame = 0;
    const changed = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        draw((n) => n + 1);
      });
    };
    const leaving = sources.map((source) => source?.watch(changed));
    changed(); // what happened between drawing and watching
    return () => {
      cancelAnimationFrame(frame);
      for (const leave of leaving) leave?.();
    };
  }, sources);
}

/** A value that is read again and again; draws when it is another. */
export function useTicking<T>(read: () => T, milliseconds: number): T {
  const [value, setValue] = useState(read);
  const reading = useRef(read);
  reading.current = read;
  useEffect(() => {
    const timer = setInterval(() => setValue(() => reading.current()), milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return value;
}

/** What is asked for once; `fault` says why there is no answer. */
export function useAnswer<T>(ask: () => Promise<T>, key: unknown): { answer: T | null; fault: Error | null } {
  const [state, setState] = useState<{ answer: T | null; fault: Error | null }>({ answer: null, fault: null });
  useEffect(() => {
    let there = true;
    ask().then(
      (answer) => there && setState({ answer, fault: null }),
      (fault: Error) => there && setState({ answer: null, fault }),
    );
    return () => {
      there = false;
    };
  }, [key]);
  return state;
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const changed = () => setMatches(list.matches);
    list.addEventListener("change", changed);
    return () => list.removeEventListener("change", changed);
  }, [query]);
  return matches;
}

/** A choice of this browser's, kept. */
export function useKept(key: string, otherwise: string): [string, (value: string) => void] {
  const name = `rostrum.${key}`;
  const [value, setValue] = useState(() => localStorage.getItem(name) ?? otherwise);
  return [
    value,
    (next) => {
      localStorage.setItem(name, next);
      setValue(next);
    },
  ];
}
