// What is followed over matches: in this browser, or on the server under a name with a key. Its owner's alone.

import { useEffect, useState } from "preact/hooks";
import { learners } from "../../api/coaching.ts";
import type { LearnerView, Progress } from "../../api/contracts.ts";
import type { Side } from "../../../events.ts";
import { credentialFor } from "../../api/credentials.ts";
import { forgetAllHere, forgetHere, keepHere, keepKey, keptHere, learnerKey } from "../../api/following_progress.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { ProgressTable } from "./progress_table.tsx";

interface FollowedProps {
  readonly match: string;
  readonly side: Side;
  readonly progress: Progress;
}

export function Followed({ match, side, progress }: FollowedProps) {
  const [key, setKey] = useState(learnerKey);
  const become = (wanted: string) => {
    keepKey(wanted);
    setKey(wanted);
  };
  return (
    <section class="coach-part followed" aria-labelledby="followed-title">
      <h2 id="followed-title">What you work on, over your debates</h2>
      {key ? <OnServer key={key} secret={key} match={match} side={side} leave={() => become("")} /> : <InBrowser progress={progress} become={become} />}
    </section>
  );
}

function InBrowser({ progress, become }: { progress: Progress; become: (key: string) => void }) {
  const [matches, setMatches] = useState(keptHere);
  const there = matches.some((one) => one.match === progress.match && one.side === progress.side);
  return (
    <>
      <p class="quiet">Nothing is followed unless you say so. It stays in this browser: figures and what to work on, no words.</p>
      {!there && (
        <button type="button" onClick={() => setMatches(keepHere(progress))}>
          Follow this debate
        </button>
      )}
      <ProgressTable matches={matches} forget={(match) => setMatches(forgetHere(match))} />
      <p class="row">
        {matches.length > 0 && <Export name="debates" value={matches} />}
        {matches.length > 0 && (
          <button
            type="button"
            onClick={() => {
              forgetAllHere();
              setMatches([]);
            }}
          >
            Delete all of it
          </button>
        )}
      </p>
      <KeepOnServer become={become} />
    </>
  );
}

function KeepOnServer({ become }: { become: (key: string) => void }) {
  const [name, setName] = useState("");
  const [made, setMade] = useState("");
  const { busy, fault, act } = useAction();
  const begin = () => act(async () => setMade((await learners.begin(name.trim())).key));
  const use = (key: string) =>
    act(async () => {
      await learners.mine(key);
      become(key);
    });
  if (made)
    return (
      <div class="new-key">
        <p>This is your key. Write it down: it is shown this once, and whoever has it reads and deletes what you keep.</p>
        <input readOnly value={made} aria-label="Your key" onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="main" onClick={() => become(made)}>
          I have it
        </button>
      </div>
    );
  return (
    <details>
      <summary>Follow it on several devices, or show it to a teacher</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <label>
          A name for yourself
          <input required maxLength={60} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button disabled={busy}>Get a key</button>
      </form>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void use(String(new FormData(event.currentTarget).get("key")).trim());
        }}
      >
        <label>
          Or a key that you have
          <input name="key" required autocomplete="off" />
        </label>
        <button disabled={busy}>Use it</button>
      </form>
      <Alert>{fault}</Alert>
    </details>
  );
}

interface OnServerProps {
  readonly secret: string;
  readonly match: string;
  readonly side: Side;
  readonly leave: () => void;
}

function OnServer({ secret, match, side, leave }: OnServerProps) {
  const [found, setFound] = useState<LearnerView | null>(null);
  const [link, setLink] = useState("");
  const { busy, fault, act } = useAction();
  const take = (asking: Promise<LearnerView>) =>
    act(async () => {
      const view = await asking;
      setFound(view);
      if (view.link) setLink(`${location.origin}/learner#${view.link}`);
    });
  useEffect(() => void take(learners.mine(secret)), []);
  const there = found?.matches.some((one) => one.match === match && one.side === side);
  const remove = () =>
    act(async () => {
      await learners.remove(secret);
      leave();
    });
  const unshare = () => {
    setLink("");
    void take(learners.unshare(secret));
  };
  return (
    <>
      {found && <p>Kept on this server for {found.name}.</p>}
      {found && !there && (
        <button type="button" disabled={busy} onClick={() => void take(learners.follow(secret, match, side, credentialFor(match)?.secret ?? ""))}>
          Follow this debate
        </button>
      )}
      {found && <ProgressTable matches={found.matches} forget={(one) => void take(learners.forget(secret, one))} />}
      {link && <input class="here" readOnly value={link} aria-label="Link for a teacher" onFocus={(event) => event.currentTarget.select()} />}
      <p class="row">
        {found && (
          <>
            <button type="button" disabled={busy} onClick={() => void take(learners.share(secret))}>
              Make a link for a teacher
            </button>
            <button type="button" disabled={busy} onClick={unshare}>
              Take the link back
            </button>
            <Export name={found.name} value={found} />
            <button type="button" disabled={busy} onClick={() => void remove()}>
              Delete all of it
            </button>
          </>
        )}
        <button type="button" onClick={leave}>
          Forget the key here
        </button>
      </p>
      <Alert>{fault}</Alert>
    </>
  );
}

function Export({ name, value }: { name: string; value: unknown }) {
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(value, null, 1)], { type: "application/json" }));
    link.download = `${name.replace(/[^\w-]+/g, "-") || "progress"}-progress.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  return (
    <button type="button" onClick={save}>
      Export
    </button>
  );
}
