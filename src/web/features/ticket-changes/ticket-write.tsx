import { type ComponentProps, useState, useRef } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin/order.ts";
import type { CallBodyOf } from "#contract/calls.ts";
import { type AdminWrite, useAdminWrite, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useMay } from "#web/features/accounts/use-may.ts";
import { NoteField, toNote, useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import {
  ArrowRightLeft,
  Banknote,
  DoorOpen,
  MoreHorizontal,
  PencilLine,
  QrCode,
  Ticket as TicketIcon,
  Undo2,
} from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

/** What staff can do with one ticket. */
export type TicketAct = "rename" | "new-code" | "move" | "difference" | "cancel" | "check-in" | "check-in/undo";

/** What every dialog about a ticket needs. */
export type TicketDialogProps = { ticket: AdminTicket; order: AdminOrderDetail; open: boolean; onClose: () => void };

const menuItems = {
  rename: { label: "Change name", Icon: PencilLine },
  move: { label: "Move to another type or event", Icon: ArrowRightLeft },
  difference: { label: "Refund difference", Icon: Banknote },
  "new-code": { label: "Issue new code", Icon: QrCode },
  "check-in": { label: "Check in manually", Icon: DoorOpen },
  "check-in/undo": { label: "Undo check-in", Icon: Undo2 },
  cancel: { label: "Cancel ticket", Icon: TicketIcon },
} satisfies Record<TicketAct, object>;

/** What staff can do with a ticket in its current status. */
function actsFor(ticket: AdminTicket): TicketAct[] {
  if (ticket.status !== "valid") return [];
  const owed: TicketAct[] = ticket.differenceCents > 0 ? ["difference"] : [];
  if (ticket.admittedAt !== null) return ["check-in/undo", ...owed];
  const entry: TicketAct[] = ticket.isStreamPass ? [] : ["check-in"];
  return ["rename", "move", ...owed, "new-code", ...entry, "cancel"];
}

/** A ticket's menu. */
export function TicketMenu({ ticket, onPick }: { ticket: AdminTicket; onPick: (act: TicketAct) => void }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const may = useMay();
  const acts = actsFor(ticket).filter((act) => may(`POST /api/admin/tickets/{id}/${act}`));
  if (acts.length === 0) return <span className="w-11" />;
  return (
    <Menu
      label={`Ticket ${ticket.id}`}
      trigger={
        <button
          ref={trigger}
          type="button"
          aria-label={`Actions for ticket ${ticket.id}, ${ticket.holderName}`}
          className={buttonStyle("quiet", "icon")}
        >
          <MoreHorizontal className="size-5" />
        </button>
      }
    >
      {acts.map((act) => {
        const { label, Icon } = menuItems[act];
        return (
          <MenuItem
            key={act}
            onSelect={() => {
              // The dialog returns the focus to where it was when it opened.
              trigger.current?.focus();
              onPick(act);
            }}
          >
            <Icon />
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Refunds what the buyer paid for a ticket above the price of the spot that it was moved to. */
export function DifferenceDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const refundableDifference = useDifference(ticket);
  // The dialog keeps the amount that it asked about while it closes, even though it's refunded by then.
  const [amountCents] = useState(ticket.differenceCents);
  const amount = formatMoney(amountCents, order.currency);
  const form = useReasonForm({
    defaults: { note: "" },
    onClose,
    submit: ({ reason, note }) =>
      refundableDifference({ amountCents, mail: false, reason, ...toNote(note) }, `The ${amount} refund is on its way`),
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
                detail: formatMoney(order.netCents - amountCents, order.currency),
              },
              { term: "Refund", detail: amount, strong: true },
            ]}
          />
          <p className="text-sm text-muted">{refundEmailHint(order)}</p>
          <NoteField hint={noteHint} {...form.field("note")} />
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
  const sendOnce = useIdempotentSend();
  return (body: CallBodyOf<"POST /api/admin/tickets/{id}/difference">, done: string) =>
    sendOnce((key) =>
      write(ticket, (send, params) => send("POST /api/admin/tickets/{id}/difference", { params, body, key }), done),
    );
}

export const noteHint = "Optional. We include it in the refund email.";

/** What we tell the buyer about a refund. */
export const refundEmailHint = ({ buyer }: Pick<AdminOrderDetail, "buyer">) =>
  `We email ${buyer.name} when the refund starts and again when it's sent. Banks take 5 to 10 days to show it.`;

/** The call that changes a ticket. */
export type TicketCall = (send: AdminWrite, params: { id: number }) => Promise<unknown>;

/** Changes a ticket and confirms it with a toast. The caller shows any refusal. */
export function useTicketWrite() {
  const write = useAdminWrite();
  return async (ticket: AdminTicket, call: TicketCall, done: string): Promise<void> => {
    await call(write, { id: ticket.id });
    showSuccess(done, `Ticket ${ticket.id}, ${ticket.holderName}`);
  };
}

type MailChoiceProps = ComponentProps<"input"> & { order: Pick<AdminOrderDetail, "buyer"> };

/** Whether to email the buyer. It names the address so that staff can read it back to the buyer. */
export function MailChoice({ order, ...input }: MailChoiceProps) {
  return <Checkbox {...input} label={<span className="wrap-anywhere">Email {order.buyer.email} about this</span>} />;
}
