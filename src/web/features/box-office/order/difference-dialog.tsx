import { useState } from "react";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { noteOf } from "#web/features/refunds/note-of.ts";
import { newKey } from "#web/features/orders/purchase.ts";
import { CallError } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { TicketDialogProps } from "./ticket-menu.tsx";
import { useTicketWrite } from "./use-ticket-write.ts";

/** Refunds what the buyer paid for a ticket above the price of the spot that it was moved to. */
export function DifferenceDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const give = useDifference(ticket);
  // The dialog keeps the amount that it asked about while it closes, even though it's refunded by then.
  const [amountCents] = useState(ticket.differenceCents);
  const amount = formatMoney(amountCents, order.currency);
  const form = useReasonForm({
    defaults: { note: "" },
    onClose,
    submit: ({ reason, note }) =>
      give({ amountCents, mail: false, reason, ...noteOf(note) }, `The ${amount} refund is on its way`),
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Refund difference"
      action={`Refund ${amount}`}
      hint="Saved in the activity log with your name. The buyer doesn't see it."
      extra={
        <>
          <DataList
            items={[
              {
                term: "Order total after refund",
                detail: formatMoney(remainingOf(order) - amountCents, order.currency),
              },
              { term: "Refund", detail: amount, strong: true },
            ]}
          />
          <p className="text-sm text-muted">{refundEmailHint(order)}</p>
          <NoteField {...form.field("note")} />
        </>
      }
    >
      {`Ticket ${ticket.id} was moved to ${ticket.typeName}, which costs less than the buyer paid. The ticket stays valid, and the refund goes to the original payment method.`}
    </ReasonDialog>
  );
}

/** Refunds part of a ticket. Pressing twice, or again after a lost response, refunds it once. */
export function useDifference(ticket: TicketDialogProps["ticket"]) {
  const write = useTicketWrite();
  const [key, setKey] = useState(newKey);
  return async (body: object, done: string): Promise<void> => {
    try {
      await write(ticket, "difference", body, done, key);
    } catch (failure) {
      // A change after a refusal is a new request; a retry after a lost response is the same one.
      if (failure instanceof CallError) setKey(newKey());
      throw failure;
    }
    setKey(newKey());
  };
}

/** What we tell the buyer about a refund. */
export const refundEmailHint = ({ buyer }: Pick<AdminOrderDetail, "buyer">) =>
  `We email ${buyer.name} when the refund starts and again when it's sent. Banks take 5 to 10 days to show it.`;

/** What is left of an order before this refund. */
export const remainingOf = ({ totalCents, returnedCents }: Pick<AdminOrderDetail, "totalCents" | "returnedCents">) =>
  totalCents - returnedCents;

/** A one-line note to the buyer. */
export function NoteField(field: { input: object }) {
  return (
    <Field label="Note to the buyer" hint="Optional. We include it in the refund email." {...field}>
      <Textarea rows={2} maxLength={600} oneLine />
    </Field>
  );
}
