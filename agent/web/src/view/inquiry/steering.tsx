// How the host changes a comparison: a subtopic more, one less, one more question.

import { useState } from "preact/hooks";
import type { Node } from "../../api/comparison.ts";
import type { InquiryView, SteerOrder } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";

const MOST_CHARACTERS = 300;

interface SteeringProps {
  readonly node: Node;
  readonly root: boolean;
  readonly tree: string;
  readonly view: InquiryView;
  readonly again: (view: InquiryView) => void;
}

export function Steering({ node, root, tree, view, again }: SteeringProps) {
  const [text, setText] = useState("");
  const { busy, fault, act } = useAction();
  if (node.ended === "dropped") return null;
  const steer = (what: SteerOrder["what"]) => void act(async () => again(await api.steerInquiry(view.id, { what, node: node.id, text: what === "drop" ? "" : text, tree })));
  return (
    <details class="steering">
      <summary>Change this comparison</summary>
      <p class="quiet">Only what depends on it is asked again.</p>
      <label>
        A subtopic, or a question
        <input value={text} maxLength={MOST_CHARACTERS} placeholder="What about girls’ schools?" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="row">
        <button type="button" disabled={busy || !text.trim()} onClick={() => steer("add")}>
          Add as a subtopic
        </button>
        <button type="button" disabled={busy || !text.trim()} onClick={() => steer("ask")}>
          Ask the question
        </button>
        {!root && (
          <button type="button" disabled={busy} onClick={() => steer("drop")}>
            Drop this topic
          </button>
        )}
      </div>
      <Alert>{fault}</Alert>
    </details>
  );
}
