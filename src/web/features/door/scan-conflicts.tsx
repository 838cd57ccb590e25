import { useQuery, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ScanConflict } from "#contract/door/conflicts.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { formatTime } from "#web/lib/dates.ts";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useAttempt } from "#web/ui/use-attempt.ts";
import { voidReasons } from "./scan-labels.ts";

const conflictsQuery = (event: number) => ({
  ...apiQuery("GET /api/door/conflicts", { query: { event } }),
  staleTime: 0,
  gcTime: 0,
  // The channel says at once that there is one; this is for phones that it doesn't reach.
  refetchInterval: 30_000,
});

/** Offline scans of an event that a person must look at; nothing if there are none. New ones show at once. */
export function ScanConflicts({ eventId }: { eventId: number }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(conflictsQuery(eventId));
  const readAgain = () => void queryClient.invalidateQueries(conflictsQuery(eventId));
  useTopic(`door.${eventId}`, { message: readAgain, reset: readAgain });
  if (!data || data.items.length === 0) return null;
  const { items, total } = data;
  return (
    <section
      aria-labelledby="conflicts"
      className="grid gap-3 rounded-md border border-mango/50 bg-mango-wash p-4 sm:p-5"
    >
      <h2 id="conflicts" role="alert" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-mango" />
        {total === 1 ? "1 offline scan needs attention" : `${total} offline scans need attention`}
      </h2>
      <ul className="divide-y divide-mango/30">
        {items.map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} onResolved={readAgain} />
        ))}
      </ul>
    </section>
  );
}

/** What doesn't add up about a scan, in one sentence. */
function describe({ kind, verdict, reason }: ScanConflict): string {
  if (kind === "second_entry") return "Two people may have entered with this ticket.";
  if (kind === "void_since") {
    return verdict === "wrong_event"
      ? "The ticket was valid when scanned. It has since been moved to another event."
      : "The ticket was valid when scanned. It has since been canceled, refunded or changed.";
  }
  if (verdict === "void") return `The guest was let in with a void ticket. ${voidReasons[reason ?? "old_code"]}.`;
  if (verdict === "wrong_event") return "The guest was let in with a ticket for another event.";
  if (verdict === "not_yet") return "The guest was let in before check-in opened for this ticket.";
  if (verdict === "stream_pass") return "The guest was let in with a live stream pass.";
  return "The guest was let in with a code we didn't issue.";
}

function Conflict({ conflict, onResolved }: { conflict: ScanConflict; onResolved: () => void }) {
  const { id, ticket, gate, staffName, scannedAt, first, timeZone } = conflict;
  const [isAsking, setAsking] = useState(false);
  const at = (time: string, place: string | null) => `${formatTime(time, timeZone)}, ${place ?? "no gate set"}`;
  const name = ticket?.holderName ?? "Unknown code";
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold wrap-anywhere">
            {name}
            {ticket && <span className="font-normal text-muted"> · {ticket.order.number}</span>}
          </p>
          <p className="text-sm">{describe(conflict)}</p>
          <p className="text-sm text-muted wrap-anywhere">
            Scanned at {at(scannedAt, gate)}
            {staffName && ` · ${staffName}`}
          </p>
          {first && (
            <p className="text-sm text-muted wrap-anywhere">
              Checked in at {at(first.at, first.gate)}
              {first.isUndone && " (since undone)"}
            </p>
          )}
        </div>
        {!isAsking && (
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            aria-label={`Resolve the scan of ${name}`}
            onClick={() => setAsking(true)}
          >
            Resolve
          </Button>
        )}
      </div>
      {isAsking && <Resolve id={id} onResolved={onResolved} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Resolve({ id, onResolved, onClose }: { id: number; onResolved: () => void; onClose: () => void }) {
  const [note, setNote] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { failure, press } = useAttempt(failureText);
  useEffect(() => field.current?.focus(), []);
  async function resolve() {
    const text = note.trim();
    if (text.length < shortestNote) throw new TooShort();
    await callApi("POST /api/door/conflicts/{id}/resolve", { params: { id }, body: { note: text } });
    onResolved();
  }
  return (
    <div className="grid gap-2 rounded-md bg-raised p-3">
      <Field label="What happened" hint="Saved in the activity log with your name.">
        <Input ref={field} value={note} onChange={(e) => setNote(e.target.value)} maxLength={200} autoComplete="off" />
      </Field>
      {failure && (
        <p role="alert" className="text-sm font-semibold text-hibiscus">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" className="min-h-11" {...press("resolve", resolve)}>
          Resolve
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

const shortestNote = 3;
class TooShort extends Error {}

function failureText(error: unknown): string {
  if (error instanceof TooShort) return `Enter what happened (at least ${shortestNote} characters).`;
  if (!(error instanceof CallError)) return "No connection. Nothing was saved. Try again.";
  return error.answer.message ?? "Something went wrong on our side. Try again.";
}
