// How much an inquiry may take.

import type { InquiryLimits } from "../../api/contracts.ts";

export interface Budget {
  readonly calls?: number;
  readonly cost?: number;
}

interface BudgetProps {
  readonly limits: InquiryLimits;
  readonly budget: Budget;
  readonly set: (budget: Budget) => void;
}

export function BudgetFields({ limits, budget, set }: BudgetProps) {
  return (
    <>
      <label>
        Calls to models, at most
        <input
          type="number"
          min={1}
          max={limits.calls}
          placeholder={`${limits.calls}`}
          value={budget.calls ?? ""}
          onInput={(event) => set(changed(budget, "calls", event.currentTarget.value))}
        />
      </label>
      {limits.priced && (
        <label>
          Cost, at most
          <input
            type="number"
            min={0.01}
            step={0.01}
            max={limits.cost ?? undefined}
            placeholder={limits.cost === null ? "no limit" : `${limits.cost}`}
            value={budget.cost ?? ""}
            onInput={(event) => set(changed(budget, "cost", event.currentTarget.value))}
          />
        </label>
      )}
    </>
  );
}

/** An empty field is as much as the server allows. */
function changed(budget: Budget, field: keyof Budget, typed: string): Budget {
  const { [field]: _, ...rest } = budget;
  return typed ? { ...rest, [field]: Number(typed) } : rest;
}
