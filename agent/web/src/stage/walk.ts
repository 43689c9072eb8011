// Moving through the tree by arrow keys: left to the parent, right to a child, up and down within a level.

interface Planted {
  readonly parent: Planted | null;
  /** Its level, and how far down the page it is. */
  readonly depth: number;
  readonly x: number;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" | "Home" | "End";

/** Where an arrow leads from `from`, skipping what is not `open`; null if nowhere. */
export function walked<One extends Planted>(all: readonly One[], from: One, arrow: Arrow, open: (one: One) => boolean): One | null {
  const inOrder = (some: readonly One[]) => some.filter(open).sort((a, b) => a.x - b.x);
  const beside = inOrder(all.filter((one) => one.depth === from.depth));
  const place = beside.indexOf(from);
  const roots = inOrder(all.filter((one) => one.depth === 1));
  const to: Record<Arrow, One | null | undefined> = {
    ArrowUp: beside[place - 1],
    ArrowDown: beside[place + 1],
    ArrowLeft: inOrder(all.filter((one) => below(from, one))).sort((a, b) => b.depth - a.depth)[0],
    ArrowRight: inOrder(all.filter((one) => below(one, from))).sort((a, b) => a.depth - b.depth)[0],
    Home: roots[0],
    End: roots.at(-1),
  };
  return to[arrow] ?? null;
}

export function isArrow(key: string): key is Arrow {
  return ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
}

/** Whether `one` descends from `root`. The trunk (depth 0) is not a claim. */
function below(one: Planted, root: Planted): boolean {
  for (let at = one.parent; at && at.depth > 0; at = at.parent) if (at === root) return true;
  return false;
}
