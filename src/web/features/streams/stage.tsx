import { clsx } from "clsx";
import { Play, Bell } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { StreamView } from "#contract/streams/streams.ts";
import { partsOf, useSecondsUntil } from "#web/features/shop/product/use-opening.ts";
import { useUncovered } from "#web/lib/splash.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { canWatch, isOn, statusTexts, streamStatuses, streamTime } from "./status.ts";

const RemindForm = lazyPart("The reminder form", async () => (await import("./remind-form.tsx")).RemindForm);

/** Offers one email when a stream is live. Starts as one button; the form loads when it is pressed. */
function RemindMe({ streamId }: { streamId: number }) {
  const [isOpen, setOpen] = useState(false);
  const offer = (isLoading: boolean) => (
    <Button size="lg" loading={isLoading} className="justify-self-start" onClick={() => setOpen(true)}>
      <Bell className="size-5" /> Remind me
    </Button>
  );
  if (!isOpen) return offer(false);
  return (
    <Suspense fallback={offer(true)}>
      <RemindForm streamId={streamId} />
    </Suspense>
  );
}

const Watch = lazyPart("The player", async () => (await import("./watch/watch.tsx")).Watch);

/** Where a stream plays. Before and after it, its poster with what there is to know. */
export function Stage({ stream }: { stream: StreamView }) {
  const { id, status } = stream;
  const isUncovered = useUncovered();
  // Whoever watched it live still chooses whether to watch the replay.
  const picture = `${id} ${status === "replay"}`;
  const [started, setStarted] = useState<string>();
  const isStarted = started === picture || (isUncovered && isOn(status) && playsByItself());
  return (
    <div
      className={clsx(
        "relative isolate w-full overflow-clip bg-night text-bone",
        // What is on the poster makes it taller where it needs more room: large text, or the reminder's form.
        canWatch(status) ? "aspect-video" : "grid min-h-[min(125vw,78dvh)] sm:aspect-video sm:min-h-auto",
      )}
    >
      {canWatch(status) ? (
        <>
          <Backdrop stream={stream} />
          {isStarted ? (
            <Suspense>
              <Watch stream={stream} />
            </Suspense>
          ) : (
            <PlayButton
              label={status === "replay" ? "Watch the replay" : "Watch live"}
              onPress={() => setStarted(picture)}
            />
          )}
        </>
      ) : (
        <PosterStage stream={stream} />
      )}
    </div>
  );
}

/** Nothing moves by itself for visitors who don't want that or who save data. */
function playsByItself(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function PlayButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <div className="absolute inset-0 grid place-items-center bg-night/40 p-4">
      <Button size="lg" onClick={onPress}>
        <Play className="size-6 fill-current" /> {label}
      </Button>
    </div>
  );
}

/** The poster behind the player: blurred to the edges, because posters are upright. */
function Backdrop({ stream: { poster } }: { stream: StreamView }) {
  return poster ? (
    <>
      <Poster poster={poster} sizes="50vw" decorative className="absolute! inset-0 scale-110 opacity-60 blur-2xl" />
      <Poster
        poster={poster}
        sizes="40vw"
        lead
        decorative
        className="absolute! inset-y-0 left-1/2 aspect-4/5 h-full -translate-x-1/2"
      />
    </>
  ) : (
    <span className="absolute inset-0 pinstripe" />
  );
}

/** The poster with the countdown, or with what has become of the stream. */
function PosterStage({ stream }: { stream: StreamView }) {
  const { poster, status, startsAt } = stream;
  return (
    <>
      {poster ? (
        <>
          <Poster
            poster={poster}
            sizes="60vw"
            decorative
            className="absolute! inset-0 scale-110 opacity-50 blur-2xl max-sm:hidden"
          />
          <Poster
            poster={poster}
            sizes="(min-width: 40rem) 40vw, 100vw"
            lead
            className="absolute! inset-0 sm:left-auto sm:aspect-4/5 sm:h-full"
          />
        </>
      ) : (
        <span className="absolute inset-0 pinstripe" />
      )}
      <div className="absolute inset-0 bg-linear-to-t from-night via-night/60 to-transparent sm:bg-linear-to-r sm:via-night/80" />
      <div className="relative grid gap-4 self-end p-5 sm:w-3/5 sm:p-8 lg:p-10">
        <p className="flex flex-wrap items-center gap-3">
          <StatusBadge {...streamStatuses[status]} />
          <time dateTime={startsAt} className="font-semibold">
            {streamTime(stream)}
          </time>
        </p>
        {status === "scheduled" && <Countdown startsAt={startsAt} />}
        <p className="max-w-[44ch] text-bone-dim" role="status">
          {statusTexts[status]}
        </p>
        {(status === "scheduled" || status === "starting") && <RemindMe key={stream.id} streamId={stream.id} />}
      </div>
    </>
  );
}

/** How long it is until the stream starts. It keeps its space until the first number comes. */
function Countdown({ startsAt }: { startsAt: string }) {
  const left = useSecondsUntil(startsAt);
  return (
    <p role="timer" aria-live="off" aria-label="Starts in" className="flex min-h-18 flex-wrap items-end gap-4 sm:gap-6">
      {left === 0 ? (
        <span className="display text-display-md">Any moment now</span>
      ) : (
        left !== undefined && partsOf(left).map(({ value, unit }) => <Part key={unit} value={value} unit={unit} />)
      )}
    </p>
  );
}

const Part = ({ value, unit }: { value: number; unit: string }): ReactNode => (
  <span className="grid whitespace-nowrap">
    <span className="display text-display-lg tabular-nums">{String(value).padStart(2, "0")}</span>
    <span className="eyebrow text-bone-dim">{unit}</span>
  </span>
);

/** On a stream's picture in a list. */
export const StreamBadge = ({ status }: Pick<StreamView, "status">) =>
  isOn(status) ? (
    <Badge tone="on-poster">
      <span aria-hidden="true" className="size-2 rounded-full bg-[#ff4d6d]" /> {streamStatuses[status].label}
    </Badge>
  ) : (
    <StatusBadge {...streamStatuses[status]} />
  );
