import { Mail } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Attendee } from "#contract/box-office.ts";
import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ResendBulk } from "./resend-bulk.tsx";

/** How staff tell one ticket from another. */
export const nameOf = ({ holderName, ticketId }: Attendee) => `${holderName}, ticket ${ticketId}`;

/** What staff can do with the selected tickets of an event. */
export function AttendeeBulk({ chosen }: { chosen: Attendee[] }) {
  const [canceling, setCanceling] = useState<Attendee[]>();
  const [resending, setResending] = useState<Attendee["order"][]>();
  const { register, getValues } = useForm({ defaultValues: { returnsSpot: false, mail: true } });
  const count = canceling?.length ?? 0;
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
      <Button variant="danger" size="sm" onClick={() => setCanceling(chosen)}>
        Cancel tickets
      </Button>
      <ResendBulk orders={resending} onClose={() => setResending(undefined)} />
      <BulkDialog
        rows={canceling}
        onClose={() => setCanceling(undefined)}
        nameOf={nameOf}
        title={count === 1 ? "Cancel ticket" : `Cancel ${count} tickets`}
        action="Cancel tickets"
        done="Tickets canceled"
        danger
        reason={{
          extra: (
            <div>
              <Checkbox label="Put their spots back on sale" {...register("returnsSpot")} />
              <Checkbox label="Email the buyers about this" {...register("mail")} />
            </div>
          ),
        }}
        callOf={({ ticketId, status }, reason) =>
          status === "valid"
            ? { path: `/api/admin/tickets/${ticketId}/cancel`, body: { ...getValues(), reason } }
            : `It's already ${status}.`
        }
      >
        These tickets will no longer be valid. This doesn't refund the buyers; refund their orders to do that.
      </BulkDialog>
    </>
  );
}
