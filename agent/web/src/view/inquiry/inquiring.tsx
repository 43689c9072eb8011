// What the host begins: a claim to verify, or documents to compare; and those that were begun before.

import { useEffect } from "preact/hooks";
import type { InquiryKind, InquiryView } from "../../api/contracts.ts";
import { api, Fault } from "../../api/http.ts";
import { useAnswer } from "../parts/hooks.ts";
import { Message } from "../parts/message.tsx";
import { day } from "../parts/words.ts";
import { CompareForm } from "./compare_form.tsx";
import { VerifyForm } from "./verify_form.tsx";
import { STATE } from "./words.ts";

/** Motions are prepared in the lobby. */
type Kind = Exclude<InquiryKind, "motion">;

const TITLE: Record<Kind, string> = { verify: "Verify a claim", compare: "Compare documents" };
const TOLD: Record<Kind, string> = {
  verify: "A claim or a question is split into parts, both sides of each part are argued, and a judge decides. You see every step.",
  compare: "Each document argues for itself, topic by topic. You see what they share, where they differ, and the passages behind it.",
};
const OTHER: Record<Kind, Kind> = { verify: "compare", compare: "verify" };

export function Inquiring({ kind }: { kind: Kind }) {
  const { answer: limits, fault } = useAnswer(api.inquiryLimits, kind);
  useEffect(() => {
    document.title = `${TITLE[kind]} · Rostrum`;
  }, [kind]);
  if (fault instanceof Fault && fault.status === 401)
    return <Message title={TITLE[kind]}>Only the host of this server can begin here. If you are the host, open the lobby first and enter the server’s key.</Message>;
  const begun = (view: InquiryView) => location.assign(`/${view.kind}/${view.id}`);
  return (
    <main class="inquiring">
      <header>
        <nav class="elsewhere" aria-label="More">
          <a href="/">Lobby</a>
          <a href={`/${OTHER[kind]}`}>{TITLE[OTHER[kind]]}</a>
        </nav>
        <h1>{TITLE[kind]}</h1>
        <p class="quiet">{TOLD[kind]}</p>
      </header>
      {fault && (
        <p class="trouble" role="alert">
          {fault.message}
        </p>
      )}
      {limits && !limits.ready && (
        <p class="trouble" role="status">
          {limits.message.charAt(0).toUpperCase() + limits.message.slice(1)}.
        </p>
      )}
      {limits && (kind === "verify" ? <VerifyForm limits={limits} begun={begun} /> : <CompareForm limits={limits} begun={begun} />)}
      <Earlier kind={kind} />
    </main>
  );
}

function Earlier({ kind }: { kind: Kind }) {
  const { answer: list } = useAnswer(() => api.inquiries(kind), kind);
  if (!list?.inquiries.length) return null;
  return (
    <section class="matches">
      <h2>Earlier</h2>
      <ul>
        {list.inquiries.map((one) => (
          <li key={one.id}>
            <a class="to" href={`/${one.kind}/${one.id}`}>
              <span class="motion">{one.focus || one.title}</span>
              <span class="quiet">
                {one.focus ? `${one.title} · ` : ""}
                {day(one.created)}
              </span>
            </a>
            <span class="other">
              <span class={`state ${one.state}`}>{STATE[one.state]}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
