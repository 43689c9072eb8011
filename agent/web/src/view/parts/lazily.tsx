// A view whose script is loaded on demand.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Message } from "./message.tsx";

export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then(
        (view) => setView(() => view),
        () => setFailed(true),
      );
    }, []);
    if (failed) return <Message title="The page could not be loaded">Check your connection, then reload the page.</Message>;
    return View ? <View {...props} /> : null;
  };
}
