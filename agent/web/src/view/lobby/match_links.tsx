// The links of a new match, for everybody who takes part.

import { useState } from "preact/hooks";
import type { MatchMade, MatchView, InvitationRole } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { CopyLink } from "../parts/copy_link.tsx";
import { useAction } from "../parts/hooks.ts";
import { capital } from "../parts/words.ts";

export function MatchLinks({ made: { match, invitations } }: { made: MatchMade }) {
  const at = (view: string) => `${location.origin}/${view}/${match.id}`;
  return (
    <section class="card made" aria-label="Links">
      <h2>{match.motion}</h2>
      <p>The match starts when both sides have joined. Each personal link (debater, judge, spectator) is for one person.</p>
      {invitations.map((one) => (
        <CopyLink key={one.id} label={`${capital(one.role)} debater`} link={here(one.link)} open />
      ))}
      {match.judges > 0 && <MoreLinks match={match} role="judge" name="Judge" most={match.judges} button="Add a judge link" />}
      {match.spectators && <CopyLink label="Spectators: watch and vote" link={at("watch")} open />}
      {match.spectators && <CopyLink label="Broadcast: for a projector or stream" link={at("broadcast")} open />}
      {match.spectators && <MoreLinks match={match} role="spectator" name="Spectator" most={Infinity} button="Add a personal spectator link" />}
    </section>
  );
}

/** With the address at which this browser reached the server, which may know itself by another name. */
function here(link: string): string {
  const { pathname, hash } = new URL(link, location.origin);
  return `${location.origin}${pathname}${hash}`;
}

interface MoreLinksProps {
  readonly match: MatchView;
  readonly role: InvitationRole;
  readonly name: string;
  readonly most: number;
  readonly button: string;
}

function MoreLinks({ match, role, name, most, button }: MoreLinksProps) {
  const [links, setLinks] = useState<readonly string[]>([]);
  const { fault, act } = useAction();
  const invite = () =>
    act(async () => {
      const { link } = await api.invite(match.id, role);
      setLinks((some) => [...some, here(link)]);
    });
  return (
    <>
      {links.map((link, place) => (
        <CopyLink key={link} label={`${name} ${place + 1}`} link={link} />
      ))}
      {links.length < most && <button onClick={() => void invite()}>{button}</button>}
      <Alert>{fault}</Alert>
    </>
  );
}
