import { useEffect, useRef } from "react";
import { useUncovered } from "#web/lib/splash.ts";
import type { TopicHandlers } from "./subscribe.ts";

/**
 * Follows a topic while the component is shown. The channel's code loads with the first topic, not
 * under the splash.
 *
 * @param topic undefined follows nothing
 * @param since the position that came with the state that the component shows; when that is loaded again, pass its new one
 */
export function useTopic(topic: string | undefined, handlers: TopicHandlers, since?: number): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  // Where it starts matters only once: from then on the channel itself knows how far it has come.
  const first = useRef(since);
  const isUncovered = useUncovered();
  useEffect(() => {
    if (topic === undefined || !isUncovered) return;
    let leave: (() => void) | undefined;
    let isGone = false;
    const latestHandlers: TopicHandlers = {
      message: (type, data) => latest.current.message(type, data),
      reset: () => latest.current.reset(),
      closed: () => latest.current.closed?.(),
    };
    void import("./subscribe.ts").then(({ subscribe }) => {
      if (!isGone) leave = subscribe(topic, latestHandlers, first.current);
    });
    return () => {
      isGone = true;
      leave?.();
    };
  }, [topic, isUncovered]);
}
