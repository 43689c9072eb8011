// The floor at a second of the match: the same parts as live, driven by the player.

import { useState } from "preact/hooks";
import type { MatchView } from "../../api/contracts.ts";
import type { Player } from "../../replay/player.ts";
import type { Replay } from "../../replay/replay.ts";
import { Captions } from "../floor/captions.tsx";
import { Clock } from "../floor/clock.tsx";
import { Head, Now } from "../floor/head.tsx";
import { drawnFor, FlowBoard } from "../flow/flow.tsx";
import { Plans } from "../flow/plans.tsx";
import { useChanges, useMedia } from "../parts/hooks.ts";
import type { Part } from "../parts/switch.tsx";
import { PartSwitch } from "../parts/switch.tsx";

interface ReplayedProps {
  readonly over: { readonly replay: Replay; readonly player: Player; readonly follower: { readonly view: MatchView | null } };
}

export function Replayed({ over }: ReplayedProps) {
  const { stage } = over.replay;
  useChanges(over.player);
  const [part, setPart] = useState<Part>("said");
  const narrow = useMedia("(max-width: 45rem)");
  const followed = { stage, view: over.follower.view };
  return (
    <main class={`floor replayed ${stage.shown.turn?.side ?? "nobody"}`}>
      <Head follower={followed} />
      <div class="lead">
        <Clock stage={stage} />
        <Now follower={followed} />
      </div>
      {narrow && <PartSwitch part={part} choose={setPart} />}
      {(!narrow || part === "said") && <Captions stage={stage} />}
      {(!narrow || part === "flow") && <FlowBoard stage={stage} drawn={drawnFor(stage)} />}
      {(!narrow || part === "flow") && <Plans stage={stage} drawn={stage.prepared.count + stage.verified.count} />}
    </main>
  );
}
