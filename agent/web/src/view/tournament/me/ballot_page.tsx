// An adjudicator's ballot: filled in with the thumb, kept on this device, handed in, corrected.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { AdjudicatorPage, CastOrder, Duty } from "../../../api/contracts.ts";
import { keep, kept } from "../../../api/kept.ts";
import { Outbox } from "../../../api/outbox.ts";
import { tournaments } from "../../../api/tournaments.ts";
import type { BallotForm, Draft } from "../../../tournament/ballot.ts";
import { asBallot, draftOf, emptyDraft, faults, formOf, verdict } from "../../../tournament/ballot.ts";
import { useChanges } from "../../parts/hooks.ts";
import { BallotSheets } from "../parts/ballot_sheets.tsx";
import { clockTime } from "../parts/words.ts";

const DRAFTS = "rostrum.ballot.";

interface BallotProps {
  readonly id: string;
  readonly word: string;
  readonly name: string;
  readonly page: AdjudicatorPage;
  readonly duty: Duty;
}

export function BallotPage({ id, word, name, page, duty }: BallotProps) {
  const key = `${id}.${name}.${duty.round}.${duty.debate}`;
  const [handedIn, setHandedIn] = useState<Duty | null>(null);
  const arrived = (duty: Duty) => {
    keep(DRAFTS, key, null);
    setCorrecting(false);
    setHandedIn(duty);
  };
  const outbox = useMemo(() => new Outbox((order: CastOrder) => tournaments.cast(id, word, order), arrived, key), [key, word]);
  useEffect(() => () => outbox.close(), [outbox]);
  useChanges(outbox);
  const [correcting, setCorrecting] = useState(false);
  const now = handedIn && (handedIn.own?.seq ?? -1) > (duty.own?.seq ?? -1) ? handedIn : duty; // the answer may come before the stream tells it
  if (outbox.parcel) return <UnderWay outbox={outbox} />;
  const given = now.own ?? now.late;
  if (given && !correcting)
    return (
      <section class="card handed-in" aria-label="Your ballot">
        <p>
          <span class="good">✓ Handed in.</span> <b>{given.winner ? `You have ${given.winner} as the winner.` : verdictOf(now, page, given.ballot)}</b>
        </p>
        {outbox.refused && (
          <p class="fault" role="alert">
            The other ballot that was filled in on this device was not taken: {outbox.refused.message}
          </p>
        )}
        {given.late && <p class="warn">It came when the debate was decided. It is kept, and does not count.</p>}
        {!given.late && (
          <button type="button" onClick={() => setCorrecting(true)}>
            Correct it
          </button>
        )}
      </section>
    );
  return <Filling key={`${key} ${given?.seq ?? ""}`} kept={key} name={name} page={page} duty={now} replaces={given?.seq ?? null} outbox={outbox} leave={given ? () => setCorrecting(false) : null} />;
}

function verdictOf(duty: Duty, page: AdjudicatorPage, ballot: NonNullable<Duty["own"]>["ballot"]): string {
  const form = formOf(page.rules, page.style, duty.elimination, duty.teams);
  return verdict(form, draftOf(form, ballot));
}

/** On its way, or waiting for a connection. */
function UnderWay({ outbox }: { outbox: Outbox<CastOrder, Duty> }) {
  return (
    <section class="card under-way" role="status">
      {outbox.trouble ? (
        <>
          <p>
            <b>Not handed in yet.</b> {outbox.trouble}
          </p>
          <p>Your ballot is kept on this device and is sent by itself. Leave this page open.</p>
          <button type="button" onClick={() => outbox.takeBack()}>
            Change it first
          </button>
        </>
      ) : (
        <p>Handing it in…</p>
      )}
    </section>
  );
}

interface FillingProps {
  readonly kept: string;
  readonly name: string;
  readonly page: AdjudicatorPage;
  readonly duty: Duty;
  readonly replaces: number | null;
  readonly outbox: Outbox<CastOrder, Duty>;
  readonly leave: (() => void) | null;
}

function Filling({ kept: key, name, page, duty, replaces, outbox, leave }: FillingProps) {
  const form = useMemo(() => formOf(page.rules, page.style, duty.elimination, duty.teams), [page.rules, page.style, duty.elimination, duty.teams]);
  const [draft, setDraft] = useState<Draft>(() => begun(key, form) ?? (duty.own ? draftOf(form, duty.own.ballot) : emptyDraft(form)));
  const [saved, setSaved] = useState("");
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState(false);
  const [sure, setSure] = useState(false);
  const change = (draft: Draft) => {
    setDraft(draft);
    setSure(false);
    keep(DRAFTS, key, draft);
    setSaved(clockTime(new Date().toISOString()));
  };
  const wrong = [...faults(form, draft), ...(replaces !== null && !reason.trim() ? ["Say why you correct it."] : [])];
  const handIn = (event: Event) => {
    event.preventDefault();
    setAsked(true);
    if (wrong.length) return;
    if (!sure) return setSure(true);
    outbox.put({ round: duty.round, debate: duty.debate, ballot: asBallot(form, draft, name), replaces, reason: reason.trim() });
  };
  const told = verdict(form, draft);
  return (
    <form class="ballot" onSubmit={handIn} noValidate aria-label="Ballot">
      {duty.decided && !duty.closed && replaces === null && <p class="trouble">This debate has been decided. A ballot that comes now is kept, and does not count.</p>}
      <BallotSheets form={form} draft={draft} change={change} />
      <label>
        Note <span class="quiet">Why, in a few words. You may leave it out.</span>
        <textarea rows={2} maxLength={2000} value={draft.note} onInput={(event) => change({ ...draft, note: event.currentTarget.value })} />
      </label>
      {replaces !== null && (
        <label>
          Why you correct it <span class="quiet">It stands in the log with your name.</span>
          <input required maxLength={500} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
        </label>
      )}
      <div class="thumb">
        <p class="fault" role="alert">
          {outbox.refused?.message ?? (asked ? wrong.join(" ") : "")}
        </p>
        <p class="comes-to" role="status">
          {told && <b>{told}. </b>}
          {sure ? "Is that right?" : saved && <span class="quiet">Saved on this device, {saved}</span>}
        </p>
        <div class="hand-in">
          {(leave || sure) && (
            <button type="button" class="big" onClick={() => (sure ? setSure(false) : leave?.())}>
              {sure ? "No, go back" : "Leave it"}
            </button>
          )}
          <button class="main big">{sure ? "Yes, hand it in" : replaces === null ? "Hand in the ballot" : "Hand in the correction"}</button>
        </div>
      </div>
    </form>
  );
}

/** A draft that was begun here before, if it is one of this debate. */
function begun(key: string, form: BallotForm): Draft | null {
  const found = kept(DRAFTS, key) as Draft | null;
  const same = found?.sheets?.length === form.teams.length && found.sheets.every((one, place) => one.team === form.teams[place]!.name);
  return same ? found : null;
}
