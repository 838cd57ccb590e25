import { clsx } from "clsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Pencil } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import type { AdminStream } from "#contract/streams/admin.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Figures } from "#web/admin-kit/figures.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { paths } from "#web/lib/paths.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { isOn, streamStatuses } from "../status.ts";
import { EncoderWarnings } from "./encoder-warnings.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { bitRateText, signalText } from "./labels.ts";
import { OfferPanel } from "./offer-panel.tsx";
import { adminStreamQuery, healthQuery } from "./queries.ts";
import { StreamActions } from "./stream-actions.tsx";
import { ViewersChart } from "./viewers-chart.tsx";

const Watch = lazyPart("The preview", async () => (await import("../watch/watch.tsx")).Watch);
const ChatPanel = lazyPart("The chat", async () => (await import("#web/features/chat/chat-panel.tsx")).ChatPanel);
const ChatRules = lazyPart("The chat rules", async () => (await import("./chat-rules.tsx")).ChatRules);
const StreamDialog = lazyDialog("The stream form", async () => (await import("./stream-dialog.tsx")).StreamDialog);

/** Where a host runs a stream: the picture, what arrives, who watches, and the buttons. */
export function ControlRoom({ stream, up }: { stream: AdminStream; up: ReactNode }) {
  const [isEdited, setEdited] = useState(false);
  const { title, startsAt, timeZone, event } = stream;
  return (
    <AdminShell
      title={title}
      description="The control room of a stream."
      lead={
        <div className="grid gap-1.5">
          {up}
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ControlRoomStatus stream={stream} />
            <EventMoment at={startsAt} timeZone={timeZone} />
            {event && <span>{event.title}</span>}
          </p>
        </div>
      }
      actions={
        <>
          <Button variant="outline" size="sm" onClick={() => setEdited(true)}>
            <Pencil className="size-4.5" /> Edit
          </Button>
          {stream.isPublished && (
            <LinkButton variant="outline" size="sm" to={paths.live({ stream: stream.id })} target="_blank">
              <ExternalLink className="size-4.5" /> View page
            </LinkButton>
          )}
        </>
      }
    >
      <StreamConsole stream={stream} />
      {isEdited && (
        <StreamDialog
          stream={stream}
          eventId={null}
          onClose={() => setEdited(false)}
          onSaved={() => setEdited(false)}
        />
      )}
    </AdminShell>
  );
}

function ControlRoomStatus({ stream: { isPublished, isTestPush, status } }: { stream: AdminStream }) {
  if (!isPublished) return <Badge>Draft</Badge>;
  return isTestPush ? <Badge tone="soon">Test</Badge> : <StatusBadge {...streamStatuses[status]} />;
}

/** The control room without its frame, for the tab of an event too. */
export function StreamConsole({ stream }: { stream: AdminStream }) {
  const { id, status } = stream;
  const { data: health, isError, refetch } = useQuery(healthQuery(id));
  const queryClient = useQueryClient();
  const now = health?.status;
  // The stream's status moves by itself, too.
  useEffect(() => {
    if (now !== undefined && now !== status)
      void queryClient.invalidateQueries({ queryKey: adminStreamQuery(id).queryKey });
  }, [id, now, status, queryClient]);
  return (
    <div className="beside-26 gap-5">
      <div className="grid min-w-0 gap-5">
        <StreamActions stream={stream} waiting={health?.remindersWaiting ?? 0} />
        {health && <EncoderWarnings streamId={id} warnings={health.warnings} />}
        <Preview stream={stream} hasSignal={Boolean(health?.lastSegmentAt)} />
        <Figures
          items={[
            { label: "Viewers now", value: health?.viewersNow ?? "…", note: health && `Peak ${health.viewersPeak}` },
            {
              label: "Last segment",
              value: health ? signalText(health.secondsSinceSegment) : "…",
              ...(isOn(status) && (health?.secondsSinceSegment ?? 0) > 10 ? { tone: "bad" as const } : {}),
            },
            { label: "Bitrate", value: health ? bitRateText(health.bitsPerSecond) : "…" },
            { label: "Reminders waiting", value: health?.remindersWaiting ?? "…" },
          ]}
        />
        <ViewersChart health={health} timeZone={stream.timeZone} isError={isError} onRetry={() => void refetch()} />
        {health && stream.source === "push" && <HealthPanel health={health} />}
      </div>
      <div className="grid min-w-0 gap-5">
        {stream.chatRoomId !== null && (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ChatPanel roomId={stream.chatRoomId} className="max-lg:rounded-md max-lg:border-x lg:h-[40rem]" />
          </Suspense>
        )}
        <OfferPanel stream={stream} />
        {stream.chatRoomId !== null && (
          <Suspense>
            <ChatRules roomId={stream.chatRoomId} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function Preview({ stream, hasSignal }: { stream: AdminStream; hasSignal: boolean }) {
  if (stream.source !== "push") {
    return (
      <Panel title="Preview">
        <p className="text-sm text-muted">
          This stream comes from another site.{" "}
          {stream.isPublished ? "Watch it on its page." : "Publish it to watch it on its page."}
        </p>
      </Panel>
    );
  }
  return (
    <div className={clsx("relative aspect-video overflow-clip rounded-md bg-night text-bone", !hasSignal && "grid")}>
      {hasSignal ? (
        <Suspense fallback={<Skeleton className="size-full" />}>
          <Watch stream={stream} isPreview />
        </Suspense>
      ) : (
        <p className="grid place-items-center p-6 text-center text-bone-dim">
          No video yet. Start the encoder{stream.key ? ` with the key ${stream.key.name}` : ""}, and you'll see it here
          first. If it's running, set its keyframe interval to 2 s: it sends nothing before a keyframe.
        </p>
      )}
    </div>
  );
}
