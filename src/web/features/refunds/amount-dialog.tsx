import { useState } from "react";
import type { AdminOrderDetail } from "#contract/admin/order.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { readAmount } from "#web/lib/amounts.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { MoneyField } from "#web/ui/field.tsx";
import { NoteField, toNote, useIdempotentSend } from "./form-parts.tsx";

type AmountDialogProps = { order: AdminOrderDetail; open: boolean; onClose: () => void };

/** Refunds an amount of an order that staff choose. Its tickets stay valid. */
export function AmountDialog({ order, open, onClose }: AmountDialogProps) {
  const write = useAdminWrite();
  const sendOnce = useIdempotentSend();
  // What was left when the dialog opened: the order refetches before the dialog closes.
  const [leftCents] = useState(order.refundableCents);
  const form = useReasonForm({
    defaults: { amount: "", note: "" },
    onClose,
    submit: async ({ amount, reason, note }) => {
      const amountCents = readAmount(amount)!;
      const body = { amountCents, leftCents, reason, ...toNote(note) };
      await sendOnce((key) =>
        write("POST /api/admin/orders/{id}/amount-refunds", { params: { id: order.id }, body, key }),
      );
      showSuccess(`The ${money(amountCents)} refund is on its way`, "We're emailing the buyer.");
    },
  });
  const money = (cents: number) => formatMoney(cents, order.currency);
  const { amount } = form.values;
  const cents = readAmount(amount) ?? 0;
  const isGood = cents > 0 && cents <= leftCents;
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Refund an amount"
      action={isGood ? `Refund ${money(cents)}` : "Refund"}
      danger
      waiting={!isGood}
      hint="Saved in the activity log with your name. The buyer doesn't see it."
      extra={
        <>
          <MoneyField
            label="Amount"
            hint={`Up to ${money(leftCents)}`}
            required
            {...form.field("amount")}
            error={amount.trim() === "" || isGood ? undefined : `Enter an amount up to ${money(leftCents)}`}
          />
          {isGood && (
            <DataList
              items={[
                { term: "Order total after refund", detail: money(leftCents - cents) },
                { term: "Refund", detail: money(cents), strong: true },
              ]}
            />
          )}
          <NoteField {...form.field("note")} />
        </>
      }
    >
      Tickets stay valid. The refund goes to the original payment method. To void tickets, use Refund instead.
    </ReasonDialog>
  );
}
