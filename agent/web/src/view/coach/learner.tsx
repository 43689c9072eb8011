// What learners let somebody read, such as a teacher: one link, and the class of those that this browser keeps.

import { useEffect, useState } from "preact/hooks";
import { learners } from "../../api/coaching.ts";
import { keepClass, keptClass } from "../../api/following_progress.ts";
import { Alert } from "../parts/alert.tsx";
import { capital } from "../parts/words.ts";
import { useAnswer } from "../parts/hooks.ts";
import { ProgressTable } from "./progress_table.tsx";

export function Learner({ link }: { link: string }) {
  const [links, setLinks] = useState(keptClass);
  useEffect(() => {
    document.title = "Learners · Rostrum";
  }, []);
  const known = links.includes(link);
  const shown = [...(link && !known ? [link] : []), ...links];
  return (
    <main class="coach learners">
      <header class="coach-head">
        <h1>What learners let you read</h1>
        <p class="quiet">Each gave you a link and can take it back. The list is kept in this browser only.</p>
        {link && !known && (
          <button type="button" onClick={() => setLinks(keepClass([...links, link]))}>
            Keep this learner in my list
          </button>
        )}
      </header>
      {shown.length === 0 && <p>Open a link that a learner gave you.</p>}
      {shown.map((one) => (
        <Shared key={one} link={one} drop={links.includes(one) ? () => setLinks(keepClass(links.filter((other) => other !== one))) : null} />
      ))}
    </main>
  );
}

function Shared({ link, drop }: { link: string; drop: (() => void) | null }) {
  const { answer, fault } = useAnswer(() => learners.shared(link), link);
  return (
    <section class="coach-part">
      <h2>{answer ? answer.name : "A learner"}</h2>
      {answer && <ProgressTable matches={answer.matches} />}
      <Alert>{fault && `${capital(fault.message)}.`}</Alert>
      {drop && (
        <button type="button" class="small" onClick={drop}>
          Take off my list
        </button>
      )}
    </section>
  );
}
