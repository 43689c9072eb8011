// Whether everybody sees one's name, or a code in its place.

import type { LinkPage } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";

interface NamesProps {
  readonly id: string;
  readonly word: string;
  readonly view: LinkPage;
}

export function Names({ id, word, view }: NamesProps) {
  const { busy, fault, act } = useAction();
  const whose = view.role === "speaker" ? "my" : "our";
  const { hidden = false, shown_as: code = "" } = view;
  return (
    <details class="names" open={hidden}>
      <summary>{code ? `Everybody else sees “${code}”` : `Hide ${whose} name`}</summary>
      <p class="quiet">
        {code
          ? `On public pages, in results and announcements “${code}” stands for ${whose} name. The director, opponents and judges still see it.`
          : `Public pages, results and announcements can show a code in its place. The director, opponents and judges still see ${whose} name.`}
      </p>
      {code && !hidden ? (
        <p class="quiet">{view.role === "speaker" ? "Your team has asked for this." : "One of your speakers has asked for this."}</p>
      ) : (
        <button disabled={busy} onClick={() => void act(() => tournaments.names(id, word, !hidden))}>
          {hidden ? `Show ${whose} name again` : `Hide ${whose} name`}
        </button>
      )}
      <Alert>{fault}</Alert>
    </details>
  );
}
