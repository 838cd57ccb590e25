import { useEffect, useEffectEvent, useState } from "react";
import type { StreamStatus } from "#contract/streams/streams.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { streamPath } from "../queries.ts";

type Beat = { status: StreamStatus; viewers: number };

const everyMs = 20_000;

/**
 * Tells the server every 20 seconds that the stream plays here.
 *
 * @param onRefused this viewer may not watch anymore
 * @returns how many watch; undefined until the server has said it
 */
export function useBeat(
  streamId: number,
  isPlaying: boolean,
  { onStatus, onRefused }: { onStatus: (status: StreamStatus) => void; onRefused: () => void },
): number | undefined {
  const [viewers, setViewers] = useState<number>();
  const beat = useEffectEvent(async () => {
    try {
      const said = await callJson<Beat>("POST", `${streamPath(streamId)}/beat`, { body: {} });
      setViewers(said.viewers);
      onStatus(said.status);
    } catch (error) {
      // A beat that is lost on the way costs nothing.
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) onRefused();
    }
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    void beat();
    const timer = setInterval(() => void beat(), everyMs);
    return () => clearInterval(timer);
  }, [isPlaying, streamId]);
  return viewers;
}
