// The way in with an invitation: what it is for, a check of the microphone, then the floor.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { InvitationLook, InvitationState, JoinView, MatchView } from "../../api/contracts.ts";
import { Follower } from "../../api/following.ts";
import { api, Fault } from "../../api/http.ts";
import { keepPlace } from "../../api/places.ts";
import { Session } from "../../room/session.ts";
import type { Kept } from "./seats_kept.ts";
import { keep, keptFor } from "./seats_kept.ts";
import { Floor } from "../floor/floor.tsx";
import { useGoingOn } from "../floor/going_on.ts";
import { GreenRoom } from "./green_room.tsx";
import { Message } from "../parts/message.tsx";

const livekit = () => import("../../room/livekit.ts"); // half of all script: loaded while the microphone is checked

/** Why nobody comes in, in words; `what`: one sentence that says what to do. */
const SHUT: Partial<Record<InvitationState, readonly [title: string, what: string]>> = {
  taken: ["This link has already been used", "Only the person who used it can use it again, in the same browser. Ask for a link of your own."],
  expired: ["This invitation has expired", "Ask the sender for a new one."],
  revoked: ["This invitation was withdrawn", "Ask the sender for a new one."],
};

export function Join({ invitation }: { invitation: string }) {
  const [seen, setSeen] = useState<InvitationLook | null>(null);
  const [way, setWay] = useState<JoinView | null>(null);
  const [fault, setFault] = useState("");
  const [entered, setEntered] = useState(false);
  const kept = useMemo(() => keptFor(invitation), [invitation]);
  const claimed = useRef<Promise<JoinView> | null>(null);

  const claim = (name: string): Promise<JoinView> => {
    claimed.current ??= api.join(invitation, keptFor(invitation).secret, name).then((found) => {
      keep(invitation, { ...keptFor(invitation), secret: found.secret });
      keepPlace(found.match.id, { secret: found.secret, role: found.role });
      setWay(found);
      return found;
    });
    claimed.current.catch(() => (claimed.current = null)); // it is tried again when it is wanted again
    return claimed.current;
  };
  useEffect(() => {
    if (!invitation) return;
    void livekit();
    const failed = (error: Fault) => setFault(error.message);
    if (kept.entered) claim(kept.name).then(() => setEntered(true), failed); // the page was loaded again: straight back in
    else api.look(invitation, kept.secret).then(setSeen, failed);
  }, [invitation]);

  if (!invitation) return <Message title="This link is incomplete">Open the whole link, exactly as it was sent to you.</Message>;
  if (fault) return <Message title="You cannot join with this link">{fault}</Message>;
  if (entered && way) return <Inside invitation={invitation} way={way} />;
  if (!seen) return <Message title="One moment…" />;
  if (seen.state === "over" && seen.match) return <OverAlready match={seen.match} />;
  const [title, what] = SHUT[seen.state] ?? [];
  if (title || !seen.match) return <Message title={title ?? "You cannot join with this link"}>{what}</Message>;
  const enter = async (some: Pick<Kept, "name" | "device">) => {
    const { secret } = await claim(some.name);
    keep(invitation, { ...some, secret, entered: true });
    setEntered(true);
  };
  return (
    <GreenRoom
      match={seen.match}
      format={seen.format}
      role={seen.role}
      name={seen.name}
      kept={kept}
      claim={async (name) => (await claim(name)).secret}
      enter={enter}
    />
  );
}

function OverAlready({ match }: { match: MatchView }) {
  return (
    <Message title="This match is over">
      <a class="button" href={`/match/${match.id}`}>
        See the report
      </a>
    </Message>
  );
}

/** In the room. */
function Inside({ invitation, way }: { invitation: string; way: JoinView }) {
  const side = way.role === "pro" || way.role === "con" ? way.role : null;
  const [place, setPlace] = useState<{ follower: Follower; session: Session } | null>(null);
  useEffect(() => {
    const follower = new Follower(way.match.id);
    const made = livekit().then(({ LiveKitLine }) => {
      const { secret, name, device } = keptFor(invitation);
      const session = new Session({
        stage: follower.stage,
        side,
        device,
        join: () => api.join(invitation, secret, name),
        passing: (error) => !(error instanceof Fault) || error.passing,
        line: (ears) => new LiveKitLine(ears),
        wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
      });
      void session.run();
      setPlace({ follower, session });
      return session;
    });
    return () => {
      follower.close();
      void made.then((session) => session.close());
    };
  }, [invitation]);
  useGoingOn(place?.follower ?? null);
  if (!place) return <Message title="One moment…" />;
  return <Floor follower={place.follower} session={place.session} seat={side && { side, secret: way.secret }} />;
}
