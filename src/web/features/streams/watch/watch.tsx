import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useEffectEvent } from "react";
import type { Playback, StreamView, StreamStatus } from "#contract/streams/streams.ts";
import { Button } from "#web/ui/button.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { EmbedPlayer, pageAllows } from "../player/embed.tsx";
import { StreamPlayer } from "../player/player.tsx";
import { streamQuery, streamsQuery } from "../queries.ts";
import { isOn, viewersText } from "../status.ts";
import { Refusal, StageMessage } from "./refusal.tsx";
import { useWatch } from "./use-watch.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";

const everyMs = 20_000;

/**
 * Tells the server every 20 seconds that the stream plays here.
 *
 * @param onRefused this viewer may not watch anymore
 * @returns how many watch; undefined until the server has said it
 */
function useBeat(
  streamId: number,
  isPlaying: boolean,
  { onStatus, onRefused }: { onStatus: (status: StreamStatus) => void; onRefused: () => void },
): number | undefined {
  const [viewers, setViewers] = useState<number>();
  const beat = useEffectEvent(async () => {
    try {
      const reply = await callApi("POST /api/streams/{id}/beat", { params: { id: streamId }, body: {} });
      setViewers(reply.viewers);
      onStatus(reply.status);
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

type WatchProps = {
  stream: StreamView;
  /** A host who looks at the own picture isn't a viewer. */
  isPreview?: boolean;
};

/** Plays a stream for this visitor, or says why it can't. */
export function Watch({ stream, isPreview = false }: WatchProps) {
  const { id, status, title } = stream;
  const { answer, ask, askAgain } = useWatch(id, status);
  const [isPlaying, setPlaying] = useState(false);
  const queryClient = useQueryClient();
  const isEmbed = answer.kind === "plays" && answer.playback.kind === "embed";
  const viewers = useBeat(id, !isPreview && (isPlaying || isEmbed), {
    onRefused: askAgain,
    onStatus(now) {
      if (now === status) return;
      for (const { queryKey } of [streamQuery(id), streamsQuery()]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const playback = answer.kind === "plays" ? answer.playback : undefined;
  const needsReload = useAllowedPage(playback);

  if (answer.kind === "refused") return <Refusal stream={stream} refused={answer} onAgain={ask} />;
  if (answer.kind === "failed") {
    return (
      <StageMessage
        title="The stream didn't load"
        actions={[
          <Button key="again" onClick={ask}>
            Try again
          </Button>,
        ]}
      >
        Check your internet connection and try again.
      </StageMessage>
    );
  }
  if (!playback || needsReload) {
    return (
      <div role="status" className="absolute inset-0 grid place-items-center bg-night/60 text-bone">
        <span className="flex items-center gap-3">
          <SpinnerMark className="size-6 text-gold" /> Loading the stream…
        </span>
      </div>
    );
  }
  if (playback.kind === "embed") return <EmbedPlayer playback={playback} title={title} />;
  return (
    <StreamPlayer
      key={`${playback.url} ${status === "replay"}`}
      streamId={id}
      title={title}
      playback={playback}
      onFail={askAgain}
      onPlaying={setPlaying}
    >
      {isOn(status) && viewers !== undefined && (
        <p className="absolute top-4 right-4 rounded-sm bg-night/75 px-2.5 py-1 text-sm tabular-nums">
          {viewersText(viewers)}
        </p>
      )}
      {status === "stalled" && (
        <p
          role="status"
          className="absolute inset-x-0 top-16 mx-auto w-fit max-w-[90%] rounded-md bg-night/85 px-4 py-2 text-center text-sm"
        >
          The host lost connection. Hang tight, we'll pick up when they're back.
        </p>
      )}
    </StreamPlayer>
  );
}

/** A stream from another address plays only on a page that allows it: see `pageAllows`. */
function useAllowedPage(playback: Playback | undefined): boolean {
  const needsReload = playback?.kind === "address" && !pageAllows();
  useEffect(() => {
    if (needsReload) location.reload();
  }, [needsReload]);
  return needsReload;
}
