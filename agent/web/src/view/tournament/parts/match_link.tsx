// The way to what was said: the match of a debate while it is on, its replay, or its report where it was held in writing.

import type { DebateMatch } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";

interface MatchLinkProps {
  readonly id: string;
  readonly match: DebateMatch | null | undefined;
  /** The director's, who may read what is not published yet; null for everybody else. */
  readonly bearer: string | null;
}

export function MatchLink({ id, match, bearer }: MatchLinkProps) {
  if (!match) return null;
  const over = match.state === "ended" || match.state === "failed";
  if (match.served)
    return (
      <a class="button" href={`/${over ? "match" : "watch"}/${match.id}`} target="_blank" rel="noreferrer">
        {over ? "The debate, word for word" : "Watch the debate"}
      </a>
    );
  return over ? <Report id={id} match={match.id} bearer={bearer} /> : null;
}

/** Fetched, for a link could not show that the director asks. */
function Report({ id, match, bearer }: { id: string; match: string; bearer: string | null }) {
  const { busy, fault, act } = useAction();
  const open = async () => {
    const address = URL.createObjectURL(await tournaments.report(id, match, bearer));
    window.open(address, "_blank", "noopener");
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  };
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void act(open)}>
        The debate, word for word
      </button>
      <Alert>{fault}</Alert>
    </>
  );
}

const KEPT_MS = 60_000;
