// A tournament that is held in Tabbycat, made one of this server.

import { useState } from "preact/hooks";
import type { BroughtView, TournamentMade } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction, useKept } from "../../parts/hooks.ts";
import { TokenFields } from "../parts/tabbycat_token.tsx";
import { counted } from "../parts/words.ts";

export function BringForm({ made }: { made: (made: TournamentMade) => void }) {
  const [by] = useKept("director", "Director");
  const [address, setAddress] = useState("");
  const [token, setToken] = useState("");
  const [found, setFound] = useState<BroughtView | null>(null);
  const { busy, fault, act } = useAction();
  const bring = (preview: boolean) =>
    void act(async () => {
      const brought = await tournaments.bring({ by, address, token, preview });
      setFound(brought);
      if (brought.made) made(brought.made);
    });
  return (
    <details class="card create">
      <summary>One that is held in Tabbycat</summary>
      <form onSubmit={(event) => (event.preventDefault(), bring(true))}>
        <p class="quiet">People, rooms, rounds, motions, draws and confirmed results come here; nothing is changed there.</p>
        <TokenFields address={address} setAddress={(at) => (setAddress(at), setFound(null))} token={token} setToken={setToken} />
        {found && (
          <div class="looked" role="status">
            <p>
              <b>{found.name}</b>: {counted(found.teams, "team")}, {counted(found.adjudicators, "adjudicator")}, {counted(found.rounds, "round")}, {counted(found.debates, "debate")}, {found.decided} decided.
            </p>
            <ul>
              {found.remarks.map((line, place) => (
                <li key={place}>{line}</li>
              ))}
            </ul>
          </div>
        )}
        <div class="row">
          <button class={found ? "" : "main"} disabled={busy}>
            {busy ? "Asking Tabbycat" : "Look at it"}
          </button>
          {found && (
            <button type="button" class="main" disabled={busy} onClick={() => bring(false)}>
              Bring it here
            </button>
          )}
        </div>
        <Alert>{fault}</Alert>
      </form>
    </details>
  );
}
