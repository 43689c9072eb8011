// How somebody without an invitation is recognised again: a random secret of this browser, which says nothing about them.

const NAME = "rostrum.listener";

export function listenerSecret(): string {
  const kept = localStorage.getItem(NAME);
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(NAME, made);
  return made;
}
