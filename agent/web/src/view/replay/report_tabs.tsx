// What there is of a finished match: its report, and the coach of each side.

interface ReportTabsProps {
  readonly chosen: "report" | "coach";
  readonly choose: (chosen: "report" | "coach") => void;
}

export function ReportTabs({ chosen, choose }: ReportTabsProps) {
  return (
    <div class="report-tabs" role="group" aria-label="What is shown">
      {(["report", "coach"] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === chosen} onClick={() => one !== chosen && choose(one)}>
          {one === "report" ? "Report" : "Coach"}
        </button>
      ))}
    </div>
  );
}
