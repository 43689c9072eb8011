// Who judges a debate, chosen by hand.

import { useState } from "preact/hooks";
import type { DebateTold, DeskView, PanelOrder } from "../../../api/contracts.ts";
import { judgeName } from "../parts/words.ts";

type Seat = "" | "chair" | "wing" | "trainee";
const SEATS: readonly (readonly [Seat, string])[] = [
  ["", "not here"],
  ["chair", "chair"],
  ["wing", "votes"],
  ["trainee", "trainee"],
];

interface PanelFormProps {
  readonly view: DeskView;
  readonly debate: DebateTold;
  readonly choose: (panel: Pick<PanelOrder, "chair" | "wings" | "trainees">) => void;
}

export function PanelForm({ view, debate: { panel }, choose }: PanelFormProps) {
  const at = (name: string): Seat => {
    if (panel.chair?.name === name) return "chair";
    if (panel.wings.some((one) => one.name === name)) return "wing";
    return panel.trainees.some((one) => one.name === name) ? "trainee" : "";
  };
  const [seats, setSeats] = useState<Record<string, Seat>>(() => Object.fromEntries(view.adjudicators.map(({ name }) => [name, at(name)])));
  const of = (seat: Seat) => view.adjudicators.map((one) => one.name).filter((name) => seats[name] === seat);
  const [chair] = of("chair");
  const sit = (name: string, seat: Seat) => {
    const others = seat === "chair" ? Object.fromEntries(of("chair").map((one) => [one, "wing" as const])) : {}; // only one presides
    setSeats({ ...seats, ...others, [name]: seat });
  };
  return (
    <details class="panel-form">
      <summary>Another panel</summary>
      <ul>
        {view.adjudicators.map((one) => (
          <li key={one.name}>
            <label>
              <span>
                {judgeName(one)} <span class="quiet">{one.score.toFixed(1)}</span>
              </span>
              <select value={seats[one.name] ?? ""} onChange={(event) => sit(one.name, event.currentTarget.value as Seat)}>
                {SEATS.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
      <button type="button" disabled={!chair} onClick={() => chair && choose({ chair, wings: of("wing"), trainees: of("trainee") })}>
        {chair ? "Take this panel" : "Choose who chairs"}
      </button>
    </details>
  );
}
