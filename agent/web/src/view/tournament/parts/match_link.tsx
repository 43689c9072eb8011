// The way to what was said: the match of a debate while it is on, its replay, or its report where it was held in writing.

import type { DebateMatch } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";
import { saveFile } from "./save_file.ts";

interface MatchLinkProps {
  readonly id: string;
  readonly match: DebateMatch | null | undefined;
  /** The director’s, who may read what is not published yet; null for everybody else. */
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
  if (!over) return null;
  if (!bearer)
    return (
      <a class="button" href={tournaments.reportAt(id, match.id)} target="_blank" rel="noreferrer">
        The debate, word for word
      </a>
    );
  return <Report id={id} match={match.id} bearer={bearer} />;
}

function Report({ id, match, bearer }: { id: string; match: string; bearer: string }) {
  const { busy, fault, act } = useAction();
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void act(async () => saveFile(await tournaments.report(id, match, bearer), `${match}.html`))}>
        The debate, word for word (a file)
      </button>
      <Alert>{fault}</Alert>
    </>
  );
}
