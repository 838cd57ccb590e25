import type { OfficeOrderDetail } from "#contract/office-order.ts";
import type { MoveChoice, MoveChoices } from "#contract/ticket-changes.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { NoteField, whatTheyHear } from "./difference-dialog.tsx";

type MoveMoneyProps = {
  chosen: MoveChoice;
  data: MoveChoices;
  order: OfficeOrderDetail;
  waived: boolean;
  onWaive: (waived: boolean) => void;
  returned: boolean;
  onReturn: (returned: boolean) => void;
  note: string;
  onNote: (note: string) => void;
};

/** What becomes of the difference when a ticket is moved to a dearer or a cheaper place. */
export function MoveMoney({ chosen, data, order, ...choice }: MoveMoneyProps) {
  if (data.isComp) return null;
  const money = (cents: number) => formatMoney(cents, data.currency);
  if (chosen.differenceCents > 0) {
    return (
      <div>
        <Checkbox
          label={`The house gives the ${money(chosen.differenceCents)} that it costs more`}
          checked={choice.waived}
          onChange={(event) => choice.onWaive(event.target.checked)}
        />
        <p className="text-sm text-muted">Nothing can be charged by a move, so without this it cannot be made.</p>
      </div>
    );
  }
  if (chosen.differenceCents === 0) return null;
  if (chosen.returnCents === 0) {
    return (
      <p className="text-sm text-muted">
        It costs {money(-chosen.differenceCents)} less by its price, but not less than what was paid after the discount:
        no money goes back.
      </p>
    );
  }
  return (
    <>
      <div>
        <Checkbox
          label={`Give back the difference (${money(chosen.returnCents)})`}
          checked={choice.returned}
          onChange={(event) => choice.onReturn(event.target.checked)}
        />
        <p className="text-sm text-muted">
          {choice.returned
            ? `The ticket stays valid. ${whatTheyHear(order)}`
            : "It stays with the house for now. You can still give it back later, from this ticket."}
        </p>
      </div>
      {choice.returned && <NoteField value={choice.note} onChange={choice.onNote} />}
    </>
  );
}
