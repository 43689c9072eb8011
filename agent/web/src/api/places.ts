// By what this browser is known in a match to which somebody was invited with it; asked for wherever a match is read.

import type { Role } from "./contracts.ts";

export interface Place {
  readonly secret: string;
  readonly role: Role;
}

const NAME = "rostrum.place.";
const MOST = 20; // matches that are remembered

export function keepPlace(match: string, place: Place): void {
  const others = Object.keys(localStorage).filter((name) => name.startsWith(NAME) && name !== NAME + match);
  for (const old of others.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(old);
  localStorage.setItem(NAME + match, JSON.stringify(place));
}

/** Null for those who came without an invitation. */
export function placeIn(match: string): Place | null {
  try {
    const found = JSON.parse(localStorage.getItem(NAME + match) ?? "null") as Place | null;
    return found && typeof found.secret === "string" ? found : null;
  } catch {
    return null;
  }
}
