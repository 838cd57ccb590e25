import { useState } from "react";
import type { AdminTicketType } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { useSetupWrite } from "./queries.ts";

export type TypeEndingProps = { type: AdminTicketType; eventId: number; onDone: () => void };

/** Ends a ticket type that has sold, or deletes one that never did. Each asks for confirmation. */
export function TypeEnding({ type, eventId, onDone }: TypeEndingProps) {
  const [asked, setAsked] = useState<"end" | "delete">();
  const [failure, setFailure] = useState<string>();
  const write = useSetupWrite(eventId);
  const path = `/api/admin/ticket-types/${type.id}`;

  async function go(way: "end" | "delete") {
    if (asked !== way) return setAsked(way);
    try {
      await (way === "end" ? write("POST", `${path}/end`) : write("DELETE", path));
      toast({ title: way === "end" ? `${type.name} sales ended` : `${type.name} deleted` });
      onDone();
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  return (
    <section aria-label="End or delete" className="mt-6 grid gap-3 border-t border-line pt-6">
      {failure && <Callout tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-2">
        {type.status !== "ended" && (
          <Button variant={asked === "end" ? "danger" : "outline"} onClick={() => void go("end")}>
            {asked === "end" ? "Confirm and end" : "End sales now"}
          </Button>
        )}
        {!type.hasOrders && (
          <Button variant={asked === "delete" ? "danger" : "outline"} onClick={() => void go("delete")}>
            {asked === "delete" ? "Confirm and delete" : "Delete"}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        {type.hasOrders
          ? "This type has orders, so you can't delete it. Sold tickets stay valid."
          : "No one has ordered it yet, so you can delete it."}
      </p>
    </section>
  );
}
