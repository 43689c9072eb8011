// Two to eight documents to compare, and perhaps what to compare them on.

import { useRef, useState } from "preact/hooks";
import type { InquiryLimits, InquiryView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import type { Budget } from "./budget.tsx";
import { BudgetFields } from "./budget.tsx";

const FEWEST = 2;
const MOST_CHARACTERS = 300;

interface FormProps {
  readonly limits: InquiryLimits;
  readonly begun: (view: InquiryView) => void;
}

export function CompareForm({ limits, begun }: FormProps) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [focus, setFocus] = useState("");
  const [budget, setBudget] = useState<Budget>({});
  const { busy, fault, act } = useAction();
  const sent = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      if (files.length < FEWEST) throw new Error("Choose at least two documents.");
      begun(await api.compare(asForm(files, focus, budget)));
    });
  };
  return (
    <form class="card" onSubmit={sent}>
      <Documents files={files} limits={limits} choose={setFiles} />
      <label>
        <span>
          What to compare them on <span class="quiet">Optional</span>
        </span>
        <input maxLength={MOST_CHARACTERS} value={focus} placeholder="Do uniforms change bullying?" onInput={(event) => setFocus(event.currentTarget.value)} />
      </label>
      <details>
        <summary>How far to go</summary>
        <div class="choices">
          <BudgetFields limits={limits} budget={budget} set={setBudget} />
        </div>
      </details>
      <button class="main" disabled={busy || !limits.ready}>
        {busy ? "Sending" : "Compare"}
      </button>
      <Alert>{fault}</Alert>
    </form>
  );
}

function asForm(files: readonly File[], focus: string, budget: Budget): FormData {
  const form = new FormData();
  for (const one of files) form.append("files", one);
  form.append("focus", focus);
  for (const [name, value] of Object.entries(budget)) form.append(name, String(value));
  return form;
}

interface DocumentsProps {
  readonly files: readonly File[];
  readonly limits: InquiryLimits;
  readonly choose: (files: readonly File[]) => void;
}

function Documents({ files, limits, choose }: DocumentsProps) {
  const field = useRef<HTMLInputElement>(null);
  const added = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const more = [...(input.files ?? [])].filter((one) => !files.some((other) => other.name === one.name && other.size === one.size));
    choose([...files, ...more].slice(0, limits.documents));
    input.value = "";
  };
  const removed = (file: File) => {
    choose(files.filter((one) => one !== file));
    field.current?.focus();
  };
  return (
    <div class="documents">
      <label>
        Documents
        <input type="file" multiple ref={field} accept={limits.endings.join(",")} onChange={added} />
      </label>
      <p class="quiet">
        Two to {limits.documents} files, {limits.megabytes} MB together: PDF, Word, HTML, Markdown or plain text
      </p>
      {files.length > 0 && (
        <ul aria-label="Chosen documents">
          {files.map((one) => (
            <li key={`${one.name} ${one.size}`}>
              <span>{one.name}</span>
              <button type="button" aria-label={`Remove ${one.name}`} onClick={() => removed(one)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
