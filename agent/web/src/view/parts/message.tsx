// A page with a single message.

import type { ComponentChildren } from "preact";

export function Message({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <main class="message">
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </main>
  );
}
