// A claim to verify, or a question to answer.

import { useState } from "preact/hooks";
import type { InquiryLimits, InquiryView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import type { Budget } from "./budget.tsx";
import { BudgetFields } from "./budget.tsx";

const MOST_CHARACTERS = 600;
const DEPTHS: readonly [number, string][] = [
  [1, "One level: quick"],
  [2, "Two levels"],
  [3, "Three levels: slow and thorough"],
];

interface FormProps {
  readonly limits: InquiryLimits;
  readonly begun: (view: InquiryView) => void;
}

export function VerifyForm({ limits, begun }: FormProps) {
  const [claim, setClaim] = useState("");
  const [depth, setDepth] = useState(2);
  const [budget, setBudget] = useState<Budget>({});
  const { busy, fault, act } = useAction();
  const sent = (event: Event) => {
    event.preventDefault();
    void act(async () => begun(await api.verify({ claim, depth, ...budget })));
  };
  return (
    <form class="card" onSubmit={sent}>
      <label>
        Claim or question
        <textarea
          rows={2}
          required
          minLength={3}
          maxLength={MOST_CHARACTERS}
          value={claim}
          placeholder="School uniforms reduce bullying"
          onInput={(event) => setClaim(event.currentTarget.value)}
        />
      </label>
      <details>
        <summary>How far to go</summary>
        <div class="choices">
          <label>
            Depth
            <select value={String(depth)} onChange={(event) => setDepth(Number(event.currentTarget.value))}>
              {DEPTHS.map(([value, name]) => (
                <option value={value} key={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <BudgetFields limits={limits} budget={budget} set={setBudget} />
        </div>
      </details>
      <button class="main" disabled={busy || !limits.ready}>
        {busy ? "One moment" : "Verify"}
      </button>
      <Alert>{fault}</Alert>
    </form>
  );
}
