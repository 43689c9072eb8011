// Lines pasted from a sheet: what they would bring, with each line that is wrong, before anything is entered.

import { useState } from "preact/hooks";
import type { PastedSheet, SheetPreview } from "../../../api/contracts.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";
import { counted } from "../parts/words.ts";

/** By kind. */
export type Sheets = Partial<Record<SheetKind, string>>;
type SheetKind = "teams" | "speakers" | "adjudicators" | "venues" | "motions" | "institutions";

const KINDS: readonly (readonly [SheetKind, string, string])[] = [
  ["teams", "Teams", "reference,institution,speaker1_name,speaker2_name"],
  ["speakers", "Speakers", "name,team_name,institution"],
  ["adjudicators", "Adjudicators", "name,institution,base_score"],
  ["venues", "Rooms", "name,priority"],
  ["motions", "Motions", "reference,text,info_slide"],
  ["institutions", "Institutions", "name,code"],
];

export function filled(sheets: Sheets): PastedSheet[] {
  return KINDS.flatMap(([kind]) => (sheets[kind]?.trim() ? [{ kind, text: sheets[kind] }] : []));
}

export function SheetFields({ sheets, set }: { sheets: Sheets; set: (sheets: Sheets) => void }) {
  return (
    <div class="sheet-fields">
      <p class="quiet">Paste from a spreadsheet, or csv; the first line names the columns.</p>
      {KINDS.map(([kind, name, columns]) => (
        <details key={kind}>
          <summary>
            {name} {sheets[kind]?.trim() && <span class="quiet">{counted(sheets[kind].trim().split("\n").length - 1, "line")}</span>}
          </summary>
          <textarea rows={5} aria-label={name} placeholder={columns} value={sheets[kind] ?? ""} onInput={(event) => set({ ...sheets, [kind]: event.currentTarget.value })} />
        </details>
      ))}
    </div>
  );
}

export function Looked({ looked }: { looked: SheetPreview }) {
  return (
    <div class="looked" role="status">
      <p>
        {looked.done ? "Entered" : "It would enter"}: {looked.counts.length ? looked.counts.map((one) => `${one.lines} from ${one.sheet}`).join(", ") : "nothing"}
        {looked.known > 0 && `; ${looked.known} are there already`}.
      </p>
      {looked.wrong.length > 0 && (
        <>
          <p class="warn">{counted(looked.wrong.length, "line is", "lines are")} wrong:</p>
          <ul>
            {looked.wrong.map((one, place) => (
              <li key={place}>
                <b>
                  {one.sheet}
                  {one.line > 0 && `, line ${one.line}`}:
                </b>{" "}
                {one.told}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface SheetsProps {
  readonly label: string;
  readonly look: (sheets: PastedSheet[]) => Promise<SheetPreview>;
  readonly enter: (sheets: PastedSheet[], skipWrong: boolean) => Promise<SheetPreview>;
}

/** For a tournament that is there. */
export function SheetsForm({ label, look, enter }: SheetsProps) {
  const [sheets, setSheets] = useState<Sheets>({});
  const [looked, setLooked] = useState<SheetPreview | null>(null);
  const { busy, fault, act } = useAction();
  const some = filled(sheets);
  return (
    <details class="sheets-form">
      <summary>{label}</summary>
      <SheetFields sheets={sheets} set={(sheets) => (setSheets(sheets), setLooked(null))} />
      {looked && <Looked looked={looked} />}
      <div class="row">
        {looked && !looked.done ? (
          <button class="main" disabled={busy} onClick={() => void act(async () => (setLooked(await enter(some, looked.wrong.length > 0)), setSheets({})))}>
            {looked.wrong.length ? "Enter the lines that are right" : "Enter them"}
          </button>
        ) : (
          <button disabled={busy || !some.length} onClick={() => void act(async () => setLooked(await look(some)))}>
            Look at them
          </button>
        )}
      </div>
      <Alert>{fault}</Alert>
    </details>
  );
}
