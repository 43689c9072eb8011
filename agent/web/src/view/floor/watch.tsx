// A match as whoever has its address may follow it: read, and heard where they want to.

import { useEffect, useState } from "preact/hooks";
import { Follower } from "../../api/following.ts";
import { Floor } from "./floor.tsx";
import { useListening } from "./listen.tsx";

export function Watch({ id }: { id: string }) {
  const [follower, setFollower] = useState<Follower | null>(null);
  const listening = useListening(follower);
  useEffect(() => {
    const follower = new Follower(id);
    setFollower(follower);
    return () => follower.close();
  }, [id]);
  return follower && <Floor follower={follower} session={listening.session} seat={null} listening={listening} />;
}
