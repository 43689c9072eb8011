// How this browser is known in a match to which it was invited; given wherever that match is read.

import type { InvitationRole } from "./contracts.ts";
import { keep, kept } from "./kept.ts";

export interface Credential {
  readonly secret: string;
  readonly role: InvitationRole;
}

const KIND = "rostrum.place.";

export function keepCredential(match: string, credential: Credential): void {
  keep(KIND, match, credential);
}

/** Null for those who came without an invitation. */
export function credentialFor(match: string): Credential | null {
  const found = kept(KIND, match) as Credential | null;
  return typeof found?.secret === "string" ? found : null;
}
