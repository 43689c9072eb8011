// What this browser keeps of a seat: the secret that lets it in again, and how it was set up.

export interface Kept {
  readonly secret: string;
  readonly name: string;
  readonly device: string;
  readonly entered: boolean;
}

const NOTHING: Kept = { secret: "", name: "", device: "", entered: false };
const MOST = 20; // seats that are remembered

function key(invitation: string): string {
  return `rostrum.seat.${invitation.slice(-43)}`; // its signature: nobody else's invitation has the same
}

export function keptFor(invitation: string): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(invitation)) ?? "{}");
    return { ...NOTHING, ...(found as Partial<Kept>) };
  } catch {
    return NOTHING;
  }
}

export function keep(invitation: string, kept: Kept): void {
  const others = Object.keys(localStorage).filter((name) => name.startsWith("rostrum.seat.") && name !== key(invitation));
  for (const old of others.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(old);
  localStorage.setItem(key(invitation), JSON.stringify(kept));
}
