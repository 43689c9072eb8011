// Sharing a debate that is over: a picture that this browser draws, and a link that reads only and can be taken back.

import { useState } from "preact/hooks";
import type { desk as Desk } from "../../api/desk.ts";
import type { Over } from "../../replay/over.ts";
import type { TakeHome } from "../../stage/take_home.ts";
import { Alert } from "../parts/alert.tsx";
import { CopyLink } from "../parts/copy_link.tsx";
import { useAction } from "../parts/hooks.ts";
import { drawnPicture } from "./picture.ts";

interface ShareProps {
  readonly over: Over;
  readonly found: TakeHome | null;
  /** Whether this browser may make a link where the match has no spectators. */
  readonly organiser: boolean;
  readonly desk: typeof Desk;
}

export function Share({ over, found, organiser, desk }: ShareProps) {
  const { view } = over.follower;
  const [link, setLink] = useState("");
  const { busy, fault, act } = useAction();
  if (!view) return null;
  const save = () =>
    act(async () => {
      const address = URL.createObjectURL(await drawnPicture(over, found));
      const to = document.createElement("a");
      [to.href, to.download] = [address, `${over.id}.png`];
      to.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    });
  const share = () => act(async () => setLink(`${location.origin}/match/${over.id}#${(await desk.share(over.id)).word}`));
  const stop = () =>
    act(async () => {
      await desk.unshare(over.id);
      setLink("");
    });
  return (
    <div class="share">
      <button class="main" disabled={busy} onClick={() => void save()}>
        Save as a picture
      </button>
      {view.spectators ? (
        <CopyLink label="Link to this report" link={`${location.origin}/match/${over.id}`} />
      ) : link ? (
        <>
          <CopyLink label="Whoever has this link can read the report, and nothing else" link={link} />
          <button disabled={busy} onClick={() => void stop()}>
            Stop sharing
          </button>
        </>
      ) : (
        organiser && (
          <button disabled={busy} onClick={() => void share()}>
            Share by link
          </button>
        )
      )}
      <Alert>{fault}</Alert>
    </div>
  );
}
