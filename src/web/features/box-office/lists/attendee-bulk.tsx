import { Mail } from "lucide-react";
import { useState } from "react";
import type { Attendee } from "#contract/box-office.ts";
import { BulkDialog } from "#web/features/desk/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ResendBulk } from "./resend-bulk.tsx";

const nameOf = ({ holderName, ticketId }: Attendee) => `${holderName}, ticket ${ticketId}`;

/** What can be done with the chosen tickets of a night. */
export function AttendeeBulk({ chosen }: { chosen: Attendee[] }) {
  const [cancelling, setCancelling] = useState<Attendee[]>();
  const [resending, setResending] = useState<Attendee["order"][]>();
  const [returnsPlace, setReturnsPlace] = useState(false);
  const [mail, setMail] = useState(true);
  const count = cancelling?.length ?? 0;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        onClick={() => setResending([...new Map(chosen.map(({ order }) => [order.id, order])).values()])}
      >
        <Mail aria-hidden="true" className="size-4" />
        Resend
      </Button>
      <Button variant="danger" size="sm" onClick={() => setCancelling(chosen)}>
        Cancel tickets
      </Button>
      <ResendBulk orders={resending} onClose={() => setResending(undefined)} />
      <BulkDialog
        rows={cancelling}
        onClose={() => setCancelling(undefined)}
        nameOf={nameOf}
        title={count === 1 ? "Cancel the ticket" : `Cancel ${count} tickets`}
        action="Cancel tickets"
        done="Tickets cancelled"
        danger
        reason={{
          extra: (
            <div>
              <Checkbox
                label="Put their places on sale again"
                checked={returnsPlace}
                onChange={(event) => setReturnsPlace(event.target.checked)}
              />
              <Checkbox
                label="Write to the buyers about it"
                checked={mail}
                onChange={(event) => setMail(event.target.checked)}
              />
            </div>
          ),
        }}
        callOf={({ ticketId, status }, reason) =>
          status === "valid"
            ? { path: `/api/admin/tickets/${ticketId}/cancel`, body: { returnsPlace, mail, reason } }
            : `It is ${status} already`
        }
      >
        They let nobody in any more. No money goes back by this: for that there is a refund of the order.
      </BulkDialog>
    </>
  );
}
