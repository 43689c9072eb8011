// A level meter.

export function Level({ value, label }: { value: number; label: string }) {
  return <meter class="level" min={0} max={1} low={0.25} optimum={0.6} high={0.95} value={value} aria-label={label} />;
}
