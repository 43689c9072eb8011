// The desk as the server tells it, asked again every other second while it is looked at.

import { useEffect, useState } from "preact/hooks";
import type { OrganiserView } from "../../api/contracts.ts";
import { desk } from "../../api/desk.ts";
import { Fault } from "../../api/http.ts";

const LOOK_MS = 1500;

interface Looking {
  readonly view: OrganiserView | null;
  /** Why it cannot be opened at all; empty where it can. */
  readonly refused: string;
  /** Why it may be out of date; empty while all is well. */
  readonly trouble: string;
  readonly look: () => void;
}

export function useDesk(id: string): Looking {
  const [view, setView] = useState<OrganiserView | null>(null);
  const [refused, setRefused] = useState("");
  const [trouble, setTrouble] = useState("");
  const look = () => {
    desk.look(id).then(
      (found) => (setView(found), setTrouble("")),
      (error: Error) => (error instanceof Fault && !error.passing ? setRefused(error.message) : setTrouble(error.message)),
    );
  };
  useEffect(() => {
    if (refused) return;
    look();
    const timer = setInterval(() => document.visibilityState === "visible" && look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [id, refused]);
  return { view, refused, trouble, look };
}
