// A new match: one button to go in, and links, short enough to be read out, for everybody else who takes part.

import { useState } from "preact/hooks";
import type { Side } from "../../../events.ts";
import type { InvitationMade, InvitationRole, MatchMade, MatchView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { CopyLink } from "../parts/copy_link.tsx";
import { useAction } from "../parts/hooks.ts";
import { QrCode } from "../parts/qr_code.tsx";
import { capital } from "../parts/words.ts";
import { OwnProgress } from "./own_progress.tsx";

interface MatchLinksProps {
  readonly made: MatchMade;
  /** The side of whoever made it; null if they only watch. */
  readonly own: Side | null;
  /** Somebody's own motion, which is prepared for it; null if there is none. */
  readonly preparing: string | null;
}

export function MatchLinks({ made: { match, invitations }, own, preparing }: MatchLinksProps) {
  const at = (view: string) => `${location.origin}/${view}`;
  const mine = invitations.find((one) => one.role === own);
  const others = invitations.filter((one) => one !== mine);
  return (
    <section class="card made" aria-label="Links">
      <h2>{match.motion}</h2>
      <a class="button main enter" href={mine ? here(mine.link) : `/watch/${match.id}`}>
        {mine ? `Enter as ${capital(mine.role)}` : "Watch the debate"}
      </a>
      <a class="button to-desk" href={`/match/${match.id}/desk`}>
        Organiser’s desk
      </a>
      <p class="quiet">{match.held ? "The debate starts when you start it from the desk." : mine && !others.length ? "The debate starts when you are in the room and ready." : "The debate starts by itself when both sides are here."}</p>
      {preparing && <OwnProgress id={preparing} />}
      {others.map((one) => (
        <CopyLink key={one.id} label={invited(one)} link={here(one.link)} open />
      ))}
      {match.judges > 0 && <MoreLinks match={match} role="judge" name="Judge" most={match.judges} button="Add a judge link" />}
      {match.spectators && (
        <div class="hall">
          <QrCode match={match} />
          <div>
            <CopyLink label="Spectators: watch and vote" link={at(`w/${match.code}`)} open />
            <CopyLink label="Broadcast: for a projector or stream" link={at(`broadcast/${match.id}`)} open />
            <MoreLinks match={match} role="spectator" name="Spectator" most={Infinity} button="Add a personal spectator link" />
          </div>
        </div>
      )}
    </section>
  );
}

/** Whom a link is for. */
function invited({ role, name }: InvitationMade): string {
  return name ? `For ${name}, ${capital(role)}` : `For ${capital(role)}`;
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
