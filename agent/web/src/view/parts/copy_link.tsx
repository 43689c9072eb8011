// A link to copy.

import { useState } from "preact/hooks";

export function CopyLink({ label, link, open = false }: { label: string; link: string; open?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => undefined, // it can still be selected by hand
    );
  return (
    <div class="link">
      <label>
        {label}
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button onClick={() => void copy()}>{copied ? "Copied" : "Copy"}</button>
      {open && (
        <a class="button" href={link} target="_blank" rel="noreferrer">
          Open
        </a>
      )}
    </div>
  );
}
