import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BulkOutcome } from "#contract/event-changes.ts";
import type { EventRow } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import type { Chosen } from "#web/features/admin/table/staff-table.tsx";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { plural } from "../labels.ts";

const why: Record<BulkOutcome["refused"][number]["code"], string> = {
  not_ready: "required details are missing",
  has_sales: "tickets are sold or on hold, so make it unlisted or cancel it",
  not_found: "it no longer exists",
};

/** Publishes or unpublishes several events. Events that cannot change stay as they are, with the reason. */
export function useEventsBulk() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const [failure, setFailure] = useState<string>();

  async function set(visibility: "published" | "draft", { rows, clear }: Chosen<EventRow>) {
    setBusy(visibility);
    setFailure(undefined);
    try {
      const ids = rows.map(({ id }) => id);
      const outcome = await callJson<BulkOutcome>("POST", "/api/admin/events/visibility", {
        body: { ids, visibility },
      });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/events"),
      });
      setRefused(outcome.refused);
      if (outcome.done.length > 0) {
        const done = visibility === "published" ? "published" : "unpublished";
        toast({ title: `${plural(outcome.done.length, "event")} ${done}`, tone: "good" });
      }
      clear();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }

  return {
    bulk: {
      nameOf: (row: EventRow) => row.title,
      renderActions: (chosen: Chosen<EventRow>) => (
        <>
          <Button size="sm" loading={busy === "published"} onClick={() => void set("published", chosen)}>
            Publish
          </Button>
          <Button size="sm" variant="outline" loading={busy === "draft"} onClick={() => void set("draft", chosen)}>
            Unpublish
          </Button>
        </>
      ),
    },
    outcome: (
      <>
        {refused.length > 0 && (
          <Callout
            tone="bad"
            title={`${plural(refused.length, "event")} ${refused.length === 1 ? "wasn't" : "weren't"} changed`}
          >
            <ul>
              {refused.map(({ id, title, code }) => (
                <li key={id}>
                  {title || `Event ${id}`}: {why[code]}
                </li>
              ))}
            </ul>
          </Callout>
        )}
        {failure && <Callout tone="bad" title={failure} />}
      </>
    ),
  };
}
