import { useState } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin-order.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { DifferenceDialog } from "./difference-dialog.tsx";
import { MailChoice } from "./mail-choice.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import type { TicketAct, TicketDialogProps } from "./ticket-menu.tsx";
import { useTicketWrite } from "./use-ticket-write.ts";

export type Asked = { act: TicketAct; ticket: AdminTicket };

/** The dialog for an action on a ticket. It keeps its text while it closes. */
export function TicketDialogs({
  asked,
  order,
  onClose,
}: {
  asked: Asked | undefined;
  order: AdminOrderDetail;
  onClose: () => void;
}) {
  const [shown, setShown] = useState<Asked>();
  if (asked && asked !== shown) setShown(asked);
  if (!shown) return null;
  const shared = { ticket: shown.ticket, order, open: asked !== undefined, onClose };
  const key = `${shown.ticket.id} ${shown.act}`;
  if (shown.act === "rename") return <RenameDialog key={key} {...shared} />;
  if (shown.act === "move") return <MoveDialog key={key} {...shared} />;
  if (shown.act === "difference") return <DifferenceDialog key={key} {...shared} />;
  if (shown.act === "cancel") return <CancelDialog key={key} {...shared} />;
  if (shown.act === "new-code") return <NewCodeDialog key={key} {...shared} />;
  return <EntryDialog key={key} {...shared} isUndo={shown.act === "check-in/undo"} />;
}

function RenameDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const form = useReasonForm({
    defaults: { holderName: ticket.holderName, newCode: false, mail: false },
    onClose,
    submit: (values) => {
      const holderName = values.holderName.trim();
      return write({ ...ticket, holderName }, "rename", { ...values, holderName }, "Name changed");
    },
  });
  const holderName = form.values.holderName.trim();
  const isSame = holderName === ticket.holderName && !form.values.newCode;
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Change name"
      action="Change name"
      waiting={holderName === "" || isSame}
      extra={
        <>
          <Field label="Name on the ticket" required {...form.field("holderName")}>
            <Input maxLength={120} autoComplete="off" />
          </Field>
          <div>
            <Checkbox
              label="Issue a new QR code (the one we already sent stops working)"
              {...form.register("newCode")}
            />
            <MailChoice order={order} {...form.register("mail")} />
          </div>
        </>
      }
    >
      {`Door staff see this name when they scan ticket ${ticket.id}.`}
    </ReasonDialog>
  );
}

function NewCodeDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const form = useReasonForm({
    defaults: { mail: true },
    onClose,
    submit: (body) => write(ticket, "new-code", body, "New code issued"),
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Issue new code"
      action="Issue new code"
      danger
      extra={<MailChoice order={order} {...form.register("mail")} />}
    >
      {`The QR code we already sent for ticket ${ticket.id} stops working right away.`}
    </ReasonDialog>
  );
}

function CancelDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const form = useReasonForm({
    defaults: { returnsSpot: false, mail: true },
    onClose,
    submit: (body) => write(ticket, "cancel", body, "Ticket canceled"),
  });
  const mayReturn = ticket.ticketsPerUnit === 1 && order.comp === null;
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Cancel ticket"
      action="Cancel ticket"
      danger
      extra={
        <div>
          {mayReturn ? (
            <Checkbox label="Put its spot back on sale" {...form.register("returnsSpot")} />
          ) : (
            <p className="pb-1 text-sm text-muted">
              {order.comp
                ? "Its spot goes back on sale when you revoke the whole comp."
                : "It's part of a package, so its spot stays taken."}
            </p>
          )}
          <MailChoice order={order} {...form.register("mail")} />
        </div>
      }
    >
      {`Ticket ${ticket.id}, ${ticket.typeName}, for ${ticket.holderName} will no longer be valid.${
        order.comp ? "" : " This doesn't refund the buyer; refund the order to do that."
      }`}
    </ReasonDialog>
  );
}

function EntryDialog({ ticket, open, onClose, isUndo }: TicketDialogProps & { isUndo: boolean }) {
  const write = useTicketWrite();
  const form = useReasonForm({
    onClose,
    submit: (body) =>
      write(ticket, isUndo ? "check-in/undo" : "check-in", body, isUndo ? "Check-in undone" : "Ticket checked in"),
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title={isUndo ? "Undo check-in" : "Check in manually"}
      action={isUndo ? "Undo check-in" : "Check in"}
    >
      {isUndo
        ? `Ticket ${ticket.id} will no longer be checked in, and its code will work at the door again.`
        : `Ticket ${ticket.id} for ${ticket.holderName} will be checked in, and its code won't admit anyone at the door.`}
    </ReasonDialog>
  );
}
