// Several debates as one evening: all matches whose desks this browser may open, and a link that hands them on.

import { useMemo } from "preact/hooks";
import { desksKept, keepWord, wordFor } from "../../api/private_links.ts";
import { CopyLink } from "../parts/copy_link.tsx";
import { Message } from "../parts/message.tsx";
import { capital, minutes, whoSits } from "../parts/words.ts";
import { useDesk } from "./looking.ts";

export function Evening() {
  const ids = useMemo(() => {
    for (const [id, word] of new URLSearchParams(location.hash.slice(1))) keepWord("desk", id, word);
    return desksKept();
  }, []);
  if (!ids.length) return <Message title="No debates to organise yet">Create a match in the lobby. Its desk is listed here, in this browser.</Message>;
  const all = new URLSearchParams(ids.map((id) => [id, wordFor("desk", id)]));
  return (
    <main class="organiser">
      <h1>Your debates</h1>
      <ul class="evening">
        {ids.map((id) => (
          <Debate key={id} id={id} />
        ))}
      </ul>
      <section class="card">
        <CopyLink label="For somebody who organises with you: all these desks" link={`${location.origin}/evening#${all}`} />
      </section>
    </main>
  );
}

function Debate({ id }: { id: string }) {
  const { view, refused } = useDesk(id);
  if (refused || !view) return refused ? null : <li class="card quiet">One moment</li>;
  const { match, waits, seats } = view;
  const over = match.state === "ended" || match.state === "failed";
  const here = seats.filter((one) => one.there).length;
  const now = waits ? "waits for you" : match.turn ? `${capital(match.turn.side)} speaks, ${minutes(Math.max(0, match.turn.seconds - match.turn.elapsed))} left` : capital(match.state);
  return (
    <li class="card">
      <a href={over ? `/match/${id}` : `/match/${id}/desk`}>
        {match.title && <span class="quiet">{match.title}</span>}
        <b>{match.motion}</b>
        <span class="quiet">
          Pro: {whoSits("pro", match)} · Con: {whoSits("con", match)}
        </span>
      </a>
      <span class={waits ? "here" : ""}>{now}</span>
      {!over && <span class="quiet">{here} of 2 here</span>}
    </li>
  );
}
