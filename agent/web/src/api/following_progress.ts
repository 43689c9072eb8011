// What somebody works on, kept in this browser, or on the server under a key that this browser has.

import type { Progress } from "./contracts.ts";

const HERE = "rostrum.progress";
const KEY = "rostrum.learner";
const CLASS = "rostrum.class";
const MOST = 200;

export function keptHere(): readonly Progress[] {
  return list<Progress>(HERE).filter((one) => typeof one?.match === "string");
}

/** With this match, the newest last. */
export function keepHere(progress: Progress): readonly Progress[] {
  const others = keptHere().filter((one) => one.match !== progress.match || one.side !== progress.side);
  return save(HERE, [...others, progress].slice(-MOST));
}

export function forgetHere(match: string): readonly Progress[] {
  return save(HERE, keptHere().filter((one) => one.match !== match));
}

export function forgetAllHere(): void {
  localStorage.removeItem(HERE);
}

/** The key with which this browser keeps progress on the server; empty where it does not. */
export const learnerKey = () => localStorage.getItem(KEY) ?? "";

export function keepKey(key: string): void {
  if (key) localStorage.setItem(KEY, key);
  else localStorage.removeItem(KEY);
}

/** The links that learners gave to whoever uses this browser. */
export const keptClass = (): readonly string[] => list<string>(CLASS).filter((one) => typeof one === "string");

export const keepClass = (links: readonly string[]) => save(CLASS, [...new Set(links)].slice(-MOST));

function list<T>(name: string): readonly T[] {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "[]") as unknown;
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

function save<T>(name: string, value: readonly T[]): readonly T[] {
  localStorage.setItem(name, JSON.stringify(value));
  return value;
}
