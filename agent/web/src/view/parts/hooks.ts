// Hooks: following what changes outside a view, and actions.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Watched } from "../../watched.ts";

/** Draw again when something has changed, at most once a frame. */
export function useChanges(...sources: readonly (Pick<Watched, "watch"> | null)[]): void {
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
    changed(); // changes between drawing and watching
    return () => {
      cancelAnimationFrame(frame);
      for (const leave of leaving) leave?.();
    };
  }, sources);
}

/** A value that is read periodically; draws when it changes. */
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

/** Something done at a click: `busy` until it is done; `fault` says why it failed. */
export function useAction(): { busy: boolean; fault: string; act: (doing: () => Promise<unknown>) => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true);
    setFault("");
    try {
      await doing();
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, act };
}

/** Looks for something until it is there, at most `tries` times. `look`: null while there is nothing. */
export function useTrying<T>(look: () => Promise<T | null>, { tries, wait, wanted = true }: Trying, ...keys: readonly unknown[]): T | null {
  const [found, setFound] = useState<T | null>(null);
  useEffect(() => {
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let there = true;
    const again = async (left: number) => {
      const found = await look().catch(() => null); // nothing yet
      if (!there) return;
      if (found !== null) setFound(found);
      else if (left > 1) timer = setTimeout(() => void again(left - 1), wait);
    };
    void again(tries);
    return () => {
      there = false;
      clearTimeout(timer);
    };
  }, [wanted, ...keys]);
  return found;
}

interface Trying {
  readonly tries: number;
  /** Milliseconds between tries. */
  readonly wait: number;
  readonly wanted?: boolean;
}

/** Keyboard shortcuts, except in form fields and dialogs. */
export function useKeys(keys: Record<string, () => void>): void {
  const known = useRef(keys);
  known.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const at = event.target as HTMLElement;
      if (at.closest("input, textarea, select, dialog")) return;
      known.current[event.key.toLowerCase()]?.();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/** Asked for once for each `key`; `fault` says why there is no answer. */
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

/** A preference, kept in this browser. */
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
