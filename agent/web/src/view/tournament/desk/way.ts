// How parts of the desk decide: by whom, and by asking first what would follow.

import type { ServerTime } from "../../../tournament/server_time.ts";
import type { Asked } from "./deciding.tsx";

export interface Way {
  readonly id: string;
  /** Whose name the log keeps. */
  readonly by: string;
  /** Tells what an order would do, and asks whether to do it. */
  readonly ask: (asked: Asked) => void;
  /** When the view was told (ISO), by the server's clock. */
  readonly at: string;
  readonly time: ServerTime;
}
