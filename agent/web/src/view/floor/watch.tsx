// A match as anyone with its address may follow it: captions, and sound when they want it.

import { useFollower } from "../parts/follower.ts";
import { Floor } from "./floor.tsx";
import { useListening } from "./listen.tsx";

export function Watch({ id }: { id: string }) {
  const follower = useFollower(id);
  const listening = useListening(follower);
  return follower && <Floor follower={follower} session={listening.session} seat={null} listening={listening} />;
}
