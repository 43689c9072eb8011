// A tree and, beside or below it, the node that was opened.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

interface OpenedProps {
  readonly tree: ComponentChildren;
  readonly title: string;
  readonly id: string;
  /** How often somebody has opened a node; the heading of the first one is not jumped to. */
  readonly times: number;
  readonly children: ComponentChildren;
}

export function WithOpened({ tree, title, id, times, children }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!times) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "nearest" });
  }, [times]);
  return (
    <div class="with-opened">
      {tree}
      <article class="opened card" aria-labelledby={`opened-${id}`}>
        <h3 id={`opened-${id}`} ref={heading} tabIndex={-1}>
          {title}
        </h3>
        {children}
      </article>
    </div>
  );
}
