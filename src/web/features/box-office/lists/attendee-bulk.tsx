import { useForm } from "react-hook-form";
import type { Attendee } from "#contract/box-office.ts";
import { BulkButton } from "#web/features/admin/table/bulk-button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ResendBulk } from "./resend-bulk.tsx";

/** How staff tell one ticket from another. */
export const nameOf = ({ holderName, ticketId }: Attendee) => `${holderName}, ticket ${ticketId}`;

/** What staff can do with the selected tickets of an event. */
export function AttendeeBulk({ rows }: { rows: Attendee[] }) {
  const { register, getValues } = useForm({ defaultValues: { returnsSpot: false, mail: true } });
  return (
    <>
      <ResendBulk orders={rows.map(({ order }) => order)} />
      <BulkButton
        variant="danger"
        rows={rows}
        nameOf={nameOf}
        title={rows.length === 1 ? "Cancel ticket" : `Cancel ${rows.length} tickets`}
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
      </BulkButton>
    </>
  );
}
