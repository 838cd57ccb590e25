import { useEffect, useRef } from "react";
import { useUncovered } from "#web/lib/splash.ts";
import { untilNextTry } from "./stream.ts";
import type { TopicHandlers } from "./subscribe.ts";

/**
 * Follows a topic while the component is shown. The channel's code loads with the first topic, not
 * under the splash; if it can't be loaded, once the network is back.
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
    const gone = new AbortController();
    const latestHandlers: TopicHandlers = {
      message: (type, data) => latest.current.message(type, data),
      reset: () => latest.current.reset(),
      closed: () => latest.current.closed?.(),
    };
    void loadChannel(gone.signal).then((channel) => {
      if (gone.signal.aborted || channel === undefined) return;
      leave = channel.subscribe(topic, latestHandlers, first.current);
      // Without a position, what was said until now would be missing.
      if (channel.isLate && first.current === undefined) latestHandlers.reset();
    });
    return () => {
      gone.abort();
      leave?.();
    };
  }, [topic, isUncovered]);
}

/** Loads the channel's code, again and again while that fails; undefined once `signal` says no. */
async function loadChannel(signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      const { subscribe } = await import("./subscribe.ts");
      return { subscribe, isLate: failures > 0 };
    } catch {
      await untilNextTry(failures, signal);
    }
  }
  return undefined;
}
