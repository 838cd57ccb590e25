import { useState } from "react";
import type { OfficeOrderDetail } from "#contract/office-order.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { newKey } from "#web/features/orders/attempt.ts";
import { CallError } from "#web/lib/call.ts";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { TicketDialogProps } from "./ticket-menu.tsx";
import { useTicketWrite } from "./use-ticket-write.ts";

/** Gives back what is held for a ticket above the price of the place that it was moved to. */
export function DifferenceDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const give = useDifference(ticket);
  const [note, setNote] = useState("");
  // What was asked about stays said while the dialog closes on what has gone back by then.
  const [amountCents] = useState(ticket.differenceCents);
  const amount = formatMoney(amountCents, order.currency);
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Give the difference back"
      action={`Give back ${amount}`}
      hint="Kept in the audit log with your name. The buyer does not read it."
      onConfirm={(reason) =>
        give({ amountCents, mail: false, reason, ...noteOf(note) }, `${amount} is on its way back`)
      }
      extra={
        <>
          <DataList
            items={[
              { term: "Kept of the order then", detail: formatMoney(keptOf(order) - amountCents, order.currency) },
              { term: "Goes back", detail: amount, strong: true },
            ]}
          />
          <p className="text-sm text-muted">{whatTheyHear(order)}</p>
          <NoteField value={note} onChange={setNote} />
        </>
      }
    >
      {`Ticket ${ticket.id} was moved to ${ticket.typeName}, which costs less than what was paid. The ticket stays valid; the money goes back the way it came.`}
    </ReasonDialog>
  );
}

/** Sends what goes back of a ticket: pressing twice, or once more after a lost answer, sends it once. */
export function useDifference(ticket: TicketDialogProps["ticket"]) {
  const write = useTicketWrite();
  const [key, setKey] = useState(newKey);
  return async (body: object, done: string): Promise<void> => {
    try {
      await write(ticket, "difference", body, done, key);
    } catch (failure) {
      // What is changed after a refusal is another request; what got lost on the way is the same one.
      if (failure instanceof CallError) setKey(newKey());
      throw failure;
    }
    setKey(newKey());
  };
}

/** What the buyer is told about money that goes back, in one sentence. */
export const whatTheyHear = ({ buyer }: Pick<OfficeOrderDetail, "buyer">) =>
  `${buyer.name} gets a mail that it is on its way, and another one once it has been sent. Banks take 5 to 10 days to show it.`;

/** What is left of an order before this. */
export const keptOf = ({ totalCents, returnedCents }: Pick<OfficeOrderDetail, "totalCents" | "returnedCents">) =>
  totalCents - returnedCents;

/** A note for the mail, where there is one. */
export const noteOf = (note: string) => (note.trim().length >= 3 ? { note: note.trim() } : {});

/** Words for the buyer, on one line. */
export function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="To the buyer" hint="Goes into the mail about the money. May stay empty.">
      <Textarea
        rows={2}
        maxLength={600}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, " "))}
      />
    </Field>
  );
}
