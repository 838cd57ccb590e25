import type { AdminOrderDetail } from "#contract/admin-order.ts";
import type { MoveChoice, MoveChoices } from "#contract/ticket-changes.ts";
import type { ReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { NoteField } from "#web/features/refunds/note-field.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { noteHint, refundEmailHint } from "./difference-dialog.tsx";

/** What a move asks besides the reason. */
export type MoveFields = {
  eventId: number;
  typeId: number | undefined;
  waiveDifference: boolean;
  isReturned: boolean;
  note: string;
  mail: boolean;
};

type MoveMoneyProps = { chosen: MoveChoice; data: MoveChoices; order: AdminOrderDetail; form: ReasonForm<MoveFields> };

/** What happens to the price difference when a ticket moves to a more or less expensive spot. */
export function MoveMoney({ chosen, data, order, form }: MoveMoneyProps) {
  if (data.isComp) return null;
  const money = (cents: number) => formatMoney(cents, data.currency);
  if (chosen.differenceCents > 0) {
    return (
      <div>
        <Checkbox
          label={`Waive the ${money(chosen.differenceCents)} price difference`}
          {...form.register("waiveDifference")}
        />
        <p className="text-sm text-muted">
          We can't charge the buyer for a move, so you can only move this ticket if you waive the difference.
        </p>
      </div>
    );
  }
  if (chosen.differenceCents === 0) return null;
  if (chosen.returnCents === 0) {
    return (
      <p className="text-sm text-muted">
        The new type's price is {money(-chosen.differenceCents)} lower, but no lower than what the buyer paid after the
        discount. There's nothing to refund.
      </p>
    );
  }
  const isReturned = form.values.isReturned;
  return (
    <>
      <div>
        <Checkbox label={`Refund the difference (${money(chosen.returnCents)})`} {...form.register("isReturned")} />
        <p className="text-sm text-muted">
          {isReturned
            ? `The ticket stays valid. ${refundEmailHint(order)}`
            : "You keep the difference for now. You can refund it later from the ticket's menu."}
        </p>
      </div>
      {isReturned && <NoteField hint={noteHint} {...form.field("note")} />}
    </>
  );
}
