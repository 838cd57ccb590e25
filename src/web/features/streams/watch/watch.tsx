import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Playback, StreamView } from "#contract/streams/streams.ts";
import { Button } from "#web/ui/button.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { EmbedPlayer } from "../player/embed.tsx";
import { pageAllows } from "../player/page-policy.ts";
import { StreamPlayer } from "../player/player.tsx";
import { streamQuery, streamsQuery } from "../queries.ts";
import { isOn, viewersText } from "../status.ts";
import { Refusal, StageMessage } from "./refusal.tsx";
import { useBeat } from "./use-beat.ts";
import { useWatch } from "./use-watch.ts";

type WatchProps = {
  stream: StreamView;
  /** A host who looks at the own picture isn't a viewer. */
  isPreview?: boolean;
};

/** Plays a stream for this visitor, or says why it can't. */
export function Watch({ stream, isPreview = false }: WatchProps) {
  const { id, status, title } = stream;
  const { answer, ask } = useWatch(id, status);
  const [isPlaying, setPlaying] = useState(false);
  const queryClient = useQueryClient();
  const isEmbed = answer.kind === "plays" && answer.playback.kind === "embed";
  const viewers = useBeat(id, !isPreview && (isPlaying || isEmbed), {
    onRefused: ask,
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
      onFail={ask}
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
