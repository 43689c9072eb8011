// What this browser keeps of a few matches: the newest of each kind, the others are forgotten.

const MOST = 20;

/** `kind`: what the names of all its entries in the browser's storage begin with. */
export function keep(kind: string, key: string, value: unknown): void {
  const name = kind + key;
  const others = Object.keys(localStorage).filter((one) => one.startsWith(kind) && one !== name);
  for (const old of others.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(old);
  localStorage.setItem(name, JSON.stringify(value));
}

/** Null where nothing is kept that can be read. */
export function kept(kind: string, key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(kind + key) ?? "null");
  } catch {
    return null;
  }
}
