// A tournament of one's own: a name, rules, and sheets; or a plan file.

import { useState } from "preact/hooks";
import type { PlanOrder, SheetPreview, TournamentMade } from "../../../api/contracts.ts";
import { api } from "../../../api/http.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction, useAnswer, useKept } from "../../parts/hooks.ts";
import { capital, minutes } from "../../parts/words.ts";
import { Looked, SheetFields, filled } from "./sheets_form.tsx";
import type { Sheets } from "./sheets_form.tsx";

const PRESETS: readonly (readonly [string, string])[] = [
  ["australs", "Australs: teams of three, replies"],
  ["wsdc", "World Schools (WSDC)"],
  ["uadc", "UADC"],
  ["apda", "APDA: teams of two"],
  ["bp", "British Parliamentary: four teams a room"],
  ["ai", "A winner and no scores"],
];

export function CreateForm({ made }: { made: (made: TournamentMade) => void }) {
  const [by] = useKept("director", "Director");
  const [plan, setPlan] = useState("");
  const [name, setName] = useState("");
  const [preset, setPreset] = useState("australs");
  const [format, setFormat] = useState("");
  const { answer: formats } = useAnswer(api.formats, null);
  const [rounds, setRounds] = useState(3);
  const [size, setSize] = useState(2);
  const [sheets, setSheets] = useState<Sheets>({});
  const [looked, setLooked] = useState<SheetPreview | null>(null);
  const { busy, fault, act } = useAction();
  const order: PlanOrder = { by, ...(plan ? { plan } : { name: name.trim(), preset, rounds, break_size: size, format }), sheets: filled(sheets) };
  const look = () => void act(async () => setLooked(await tournaments.preview(order)));
  const create = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      const found = await tournaments.preview(order);
      setLooked(found);
      if (!found.wrong.length) made(await tournaments.create(order));
    });
  };
  const file = async (input: HTMLInputElement) => {
    setPlan((await input.files?.[0]?.text()) ?? "");
    setLooked(null);
  };
  return (
    <details class="card create">
      <summary>A tournament of your own</summary>
      <form onSubmit={create}>
        {!plan && (
          <div class="choices">
            <label>
              Name
              <input required maxLength={120} value={name} onInput={(event) => setName(event.currentTarget.value)} />
            </label>
            <label>
              Rules
              <select value={preset} onChange={(event) => setPreset(event.currentTarget.value)}>
                {PRESETS.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Format of the debates
              <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
                <option value="">As the rules have it</option>
                {(formats ?? []).map((one) => (
                  <option key={one.name} value={one.name}>
                    {capital(one.name)}, {minutes(one.seconds)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              Rounds before knockouts
              <input type="number" min={1} max={9} value={rounds} onInput={(event) => setRounds(Number(event.currentTarget.value))} />
            </label>
            <label>
              Teams in knockouts, or 0
              <input type="number" min={0} max={64} value={size} onInput={(event) => setSize(Number(event.currentTarget.value))} />
            </label>
          </div>
        )}
        <label>
          Or a plan file (YAML) <span class="quiet">as rostrum tournament create takes it</span>
          <input type="file" accept=".yaml,.yml,text/yaml" onChange={(event) => void file(event.currentTarget)} />
        </label>
        <SheetFields sheets={sheets} set={(sheets) => (setSheets(sheets), setLooked(null))} />
        {looked && <Looked looked={looked} />}
        <div class="row">
          <button class="main" disabled={busy}>
            {busy ? "One moment" : "Create it"}
          </button>
          <button type="button" disabled={busy || (!plan && !name.trim())} onClick={look}>
            Look first
          </button>
        </div>
        <Alert>{fault}</Alert>
      </form>
    </details>
  );
}
