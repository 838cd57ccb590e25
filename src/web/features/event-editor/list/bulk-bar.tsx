import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BulkOutcome } from "#contract/event-changes.ts";
import type { EventRow } from "#contract/event-editing.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { plural } from "../words.ts";

const why: Record<BulkOutcome["refused"][number]["code"], string> = {
  not_ready: "something is missing",
  has_sales: "tickets were sold: cancel it, or show it by its link only",
  not_found: "it is gone",
};

/** What is done with the nights that were chosen. Those that cannot stay as they are, and say why. */
export function BulkBar({ rows, onDone }: { rows: EventRow[]; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const [failure, setFailure] = useState<string>();

  async function set(visibility: "published" | "draft") {
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
        const done = visibility === "published" ? "published" : "taken off the site";
        toast({ title: `${plural(outcome.done.length, "night")} ${done}`, tone: "good" });
      }
      onDone();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      {refused.length > 0 && (
        <Notice
          tone="bad"
          title={`${plural(refused.length, "night")} stayed as ${refused.length === 1 ? "it is" : "they are"}`}
        >
          <ul>
            {refused.map(({ id, title, code }) => (
              <li key={id}>
                {title || `Number ${id}`}: {why[code]}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {failure && <Notice tone="bad" title={failure} />}
      {rows.length > 0 && (
        <div
          role="region"
          aria-label="Chosen nights"
          className="sticky top-16 z-20 flex flex-wrap items-center gap-2 rounded-md border border-gold bg-raised px-4 py-2 shadow-lift max-lg:top-28"
        >
          <p aria-live="polite" className="mr-auto font-semibold">
            {plural(rows.length, "night")} chosen
          </p>
          <Button size="sm" loading={busy === "published"} onClick={() => void set("published")}>
            Publish
          </Button>
          <Button size="sm" variant="outline" loading={busy === "draft"} onClick={() => void set("draft")}>
            Take off the site
          </Button>
          <Button size="sm" variant="quiet" onClick={onDone}>
            Choose none
          </Button>
        </div>
      )}
    </>
  );
}
