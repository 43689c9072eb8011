// What this browser keeps of a seat: the secret that lets it in again, and how it was set up.

import { keep, kept } from "../../api/kept.ts";

export interface KeptSeat {
  readonly secret: string;
  readonly name: string;
  readonly device: string;
  readonly entered: boolean;
}

const NOTHING: KeptSeat = { secret: "", name: "", device: "", entered: false };
const KIND = "rostrum.seat.";

/** The end of an invitation is its signature: no other has the same. */
const signature = (invitation: string) => invitation.slice(-43);

export function keptSeat(invitation: string): KeptSeat {
  return { ...NOTHING, ...(kept(KIND, signature(invitation)) as Partial<KeptSeat> | null) };
}

export function keepSeat(invitation: string, seat: KeptSeat): void {
  keep(KIND, signature(invitation), seat);
}
