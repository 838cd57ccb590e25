import { useState } from "react";
import type { AdminStream } from "#contract/streams/admin.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { type AdminWrite, showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { isOn } from "../status.ts";

/** The next step of a stream: publish, go live, end, show the replay. */
export function StreamActions({ stream, waiting }: { stream: AdminStream; waiting: number }) {
  const { status, isPublished, hasRecording } = stream;
  const isOver = status === "ended" || status === "replay";
  const params = { id: stream.id };
  const publish = (shows: boolean) => (write: AdminWrite) =>
    write("POST /api/admin/streams/{id}/publish", { params, body: { isPublished: shows } });
  const showReplay = (shows: boolean) => (write: AdminWrite) =>
    write("POST /api/admin/streams/{id}/replay", { params, body: { isPublished: shows } });
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-panel p-4">
      <p className="grow text-sm text-muted">{nextStepText(stream, waiting)}</p>
      {!isPublished && <Act send={publish(true)} label="Publish" done="Stream published" />}
      {isPublished && (status === "scheduled" || status === "starting") && (
        <>
          <Act send={publish(false)} label="Unpublish" done="Stream taken down" variant="quiet" />
          <Act
            send={(write) => write("POST /api/admin/streams/{id}/go-live", { params, body: {} })}
            label="Go live"
            done="Going live"
          />
        </>
      )}
      {(isOn(status) || status === "starting") && (
        <Act
          send={(write) => write("POST /api/admin/streams/{id}/end", { params, body: {} })}
          label="End stream"
          confirm="End for everyone"
          done="Stream ended"
          variant="danger"
        />
      )}
      {status === "ended" && hasRecording && (
        <Act send={showReplay(true)} label="Publish replay" done="Replay published" />
      )}
      {status === "replay" && (
        <Act send={showReplay(false)} label="Take replay down" done="Replay taken down" variant="outline" />
      )}
      {isOver && !hasRecording && stream.source === "push" && <Callout title="Nothing was recorded" />}
    </div>
  );
}

function nextStepText({ isPublished, isTestPush, status, source, isRecorded }: AdminStream, waiting: number): string {
  if (!isPublished) return "A draft. Only staff can see it.";
  const emails = waiting > 0 ? ` ${counted(waiting, "person gets", "people get")} an email then.` : "";
  if (isTestPush)
    return `Only staff can see this test. It goes live at the start time. Go live to start earlier.${emails}`;
  if (status === "scheduled") {
    return source === "push"
      ? `It goes live at the start time, as soon as video arrives. Go live to start earlier.${emails}`
      : `It goes live at the start time. Go live to start earlier.${emails}`;
  }
  if (status === "starting") return "Viewers are waiting. It goes live as soon as video arrives.";
  if (status === "live") return isRecorded && source === "push" ? "You're live and recording." : "You're live.";
  if (status === "stalled")
    return "Video stopped arriving. Check the encoder. Viewers are waiting, and the stream resumes as soon as video is back.";
  return status === "replay" ? "The replay is on the Live page." : "The stream has ended.";
}

type ActProps = {
  send: (write: AdminWrite) => Promise<unknown>;
  label: string;
  /** Asks once more with this label. */
  confirm?: string;
  done: string;
  variant?: "gold" | "outline" | "quiet" | "danger";
};

function Act({ send, label, confirm, done, variant = "gold" }: ActProps) {
  const [isAsked, setAsked] = useState(false);
  const press = usePress("That didn't work", async (write) => {
    await send(write);
    showSuccess(done);
    setAsked(false);
  });
  const mustAsk = confirm !== undefined && !isAsked;
  return (
    <Button variant={variant} loading={press.loading} onClick={mustAsk ? () => setAsked(true) : press.onClick}>
      {isAsked && confirm !== undefined ? confirm : label}
    </Button>
  );
}
