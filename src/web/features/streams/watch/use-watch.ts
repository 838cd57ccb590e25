import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Playback, StreamStatus } from "#contract/streams/streams.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";

/** What the server says when a visitor wants to watch. */
type WatchAnswer =
  | { kind: "waiting" }
  | { kind: "plays"; playback: Playback }
  | { kind: "refused"; code: string; message: string | undefined }
  /** The server can't be reached. */
  | { kind: "failed" };

/**
 * Asks for what plays a stream. Asks again when its status changes and when someone signs in or out.
 *
 * @returns what the server said, a function that asks again because the visitor wants to watch here, and one for a
 *   player that failed: that never takes the place of a player elsewhere
 */
export function useWatch(
  streamId: number,
  status: StreamStatus,
): { answer: WatchAnswer; ask: () => void; askAgain: () => void } {
  const [answer, setAnswer] = useState<WatchAnswer>({ kind: "waiting" });
  const { user } = useUser();
  const requestCount = useRef(0);

  const ask = async (keepsSeat: boolean) => {
    const mine = ++requestCount.current;
    const reply = await askServer(streamId, keepsSeat);
    if (mine !== requestCount.current) return;
    // The same stream with a new token goes on as it is.
    setAnswer((before) => (isSame(before, reply) ? before : reply));
  };
  const askFirst = useEffectEvent(ask);
  const userId = user?.id;
  const isReplay = status === "replay";
  useEffect(() => void askFirst(false), [streamId, isReplay, userId]);
  return { answer, ask: () => void ask(false), askAgain: () => void ask(true) };
}

async function askServer(streamId: number, keepsSeat: boolean): Promise<WatchAnswer> {
  try {
    const body = keepsSeat ? { keepsSeat } : {};
    return {
      kind: "plays",
      playback: await callApi("POST /api/streams/{id}/watch", { params: { id: streamId }, body }),
    };
  } catch (error) {
    if (!(error instanceof CallError) || error.status >= 500 || error.status === 429) return { kind: "failed" };
    const code = refusalOf("POST /api/streams/{id}/watch", error) ?? "not_allowed";
    return { kind: "refused", code, message: error.answer.message };
  }
}

function isSame(before: WatchAnswer, next: WatchAnswer): boolean {
  if (next.kind === "failed" && before.kind === "plays") return true;
  if (before.kind !== "plays" || next.kind !== "plays") return false;
  const [a, b] = [before.playback, next.playback];
  if (a.kind === "embed" || b.kind === "embed") return a.kind === b.kind;
  return a.url === b.url && isReplayOf(a) === isReplayOf(b);
}

const isReplayOf = (playback: Playback) => playback.kind === "playlist" && playback.isReplay;
