// Following a match for as long as a view is there.

import { useEffect, useState } from "preact/hooks";
import { Follower } from "../../api/following.ts";

export function useFollower(id: string): Follower | null {
  const [follower, setFollower] = useState<Follower | null>(null);
  useEffect(() => {
    const follower = new Follower(id);
    setFollower(follower);
    return () => follower.close();
  }, [id]);
  return follower;
}
