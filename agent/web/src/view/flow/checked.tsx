// Behind a sentence or a point: that its claim was verified, with the way there.

import type { VerifiedClaim } from "../../stage/verified.ts";
import { CLAIM_FINDING, CLAIM_TONE } from "../inquiry/words.ts";
import { lazily } from "../parts/lazily.tsx";

export const VerifiedClaims = lazily(async () => (await import("../inquiry/verified_claims.tsx")).VerifiedClaims);

export function Checked({ claims }: { claims: readonly VerifiedClaim[] }) {
  return (
    <>
      {claims.map(({ number, side, points, finding }) => (
        <a key={number} class={`checked ${CLAIM_TONE[finding]}`} href={`#verified-${number}`} onClick={() => open(`verified-${number}`)}>
          {points.length ? `${side === "pro" ? "Con" : "Pro"}’s claim` : "Claim"} {CLAIM_FINDING[finding]}
        </a>
      ))}
    </>
  );
}

function open(id: string): void {
  document.querySelector<HTMLDialogElement>("dialog[open]")?.close(); // of a point, which lies above
  const found = document.getElementById(id);
  if (found instanceof HTMLDetailsElement) found.open = true;
}
