import { useState } from "react";
import type { DeskTicketType } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useSetupWrite } from "./queries.ts";

export type TypeEndingProps = { type: DeskTicketType; eventId: number; onDone: () => void };

/** The ways in which a ticket type goes: ended where it sold, deleted where it never did. Each asks once more. */
export function TypeEnding({ type, eventId, onDone }: TypeEndingProps) {
  const [asked, setAsked] = useState<"end" | "delete">();
  const [failure, setFailure] = useState<string>();
  const write = useSetupWrite(eventId);
  const path = `/api/admin/ticket-types/${type.id}`;

  async function go(way: "end" | "delete") {
    if (asked !== way) return setAsked(way);
    try {
      await (way === "end" ? write("POST", `${path}/end`) : write("DELETE", path));
      toast({ title: way === "end" ? `Sales of ${type.name} have ended` : `${type.name} is deleted` });
      onDone();
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  return (
    <section aria-label="End or delete" className="mt-6 grid gap-3 border-t border-line pt-6">
      {failure && <Notice tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        {type.status !== "ended" && (
          <Button variant={asked === "end" ? "danger" : "outline"} onClick={() => void go("end")}>
            {asked === "end" ? "Yes, end it now" : "End sales now"}
          </Button>
        )}
        {!type.hasOrders && (
          <Button variant={asked === "delete" ? "danger" : "outline"} onClick={() => void go("delete")}>
            {asked === "delete" ? "Yes, delete it" : "Delete"}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {type.hasOrders
          ? "There are orders for it, so it cannot be deleted. Tickets that were sold stay good."
          : "Nobody has ordered it yet, so it can be deleted."}
      </p>
    </section>
  );
}
