import { TextField } from "#web/ui/field.tsx";
import { useState } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin/order.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import {
  DifferenceDialog,
  MailChoice,
  useTicketWrite,
  type TicketAct,
  type TicketCall,
  type TicketDialogProps,
} from "./ticket-write.tsx";
import { MoveDialog } from "./move-dialog.tsx";

export type TicketAction = { act: TicketAct; ticket: AdminTicket };

type TicketDialogsProps = { action: TicketAction | undefined; order: AdminOrderDetail; onClose: () => void };

/** The dialog for an action on a ticket. It keeps its text while it closes. */
export function TicketDialogs({ action, order, onClose }: TicketDialogsProps) {
  const [shown, setShown] = useState<TicketAction>();
  if (action && action !== shown) setShown(action);
  if (!shown) return null;
  const shared = { ticket: shown.ticket, order, open: action !== undefined, onClose };
  const key = `${shown.ticket.id} ${shown.act}`;
  if (shown.act === "rename") return <RenameDialog key={key} {...shared} />;
  if (shown.act === "move") return <MoveDialog key={key} {...shared} />;
  if (shown.act === "difference") return <DifferenceDialog key={key} {...shared} />;
  if (shown.act === "cancel") return <CancelDialog key={key} {...shared} />;
  return <PlainDialog key={key} {...shared} act={shown.act} />;
}

type Plain = {
  title: string;
  action: string;
  done: string;
  danger?: boolean;
  mails?: boolean;
  textOf: (ticket: AdminTicket) => string;
  callOf: (reason: string, mail: boolean) => TicketCall;
};

/** Actions that ask for nothing but the reason and, if the buyer should know, whether to email them. */
const plain: Record<Exclude<TicketAct, "rename" | "move" | "difference" | "cancel">, Plain> = {
  "new-code": {
    title: "Issue new code",
    action: "Issue new code",
    done: "New code issued",
    danger: true,
    mails: true,
    textOf: ({ id }) => `The QR code we already sent for ticket ${id} stops working right away.`,
    callOf: (reason, mail) => (send, params) =>
      send("POST /api/admin/tickets/{id}/new-code", { params, body: { reason, mail } }),
  },
  "check-in": {
    title: "Check in manually",
    action: "Check in",
    done: "Ticket checked in",
    textOf: ({ id, holderName }) =>
      `Ticket ${id} for ${holderName} will be checked in, and its code won't admit anyone at the door.`,
    callOf: (reason) => (send, params) => send("POST /api/admin/tickets/{id}/check-in", { params, body: { reason } }),
  },
  "check-in/undo": {
    title: "Undo check-in",
    action: "Undo check-in",
    done: "Check-in undone",
    textOf: ({ id }) => `Ticket ${id} will no longer be checked in, and its code will work at the door again.`,
    callOf: (reason) => (send, params) =>
      send("POST /api/admin/tickets/{id}/check-in/undo", { params, body: { reason } }),
  },
};

function PlainDialog({ act, ticket, order, open, onClose }: TicketDialogProps & { act: keyof typeof plain }) {
  const write = useTicketWrite();
  const { title, action, done, danger = false, mails = false, textOf, callOf } = plain[act];
  const form = useReasonForm({
    defaults: { mail: true },
    onClose,
    submit: ({ reason, mail }) => write(ticket, callOf(reason, mail), done),
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title={title}
      action={action}
      danger={danger}
      extra={mails && <MailChoice order={order} {...form.register("mail")} />}
    >
      {textOf(ticket)}
    </ReasonDialog>
  );
}

function RenameDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const form = useReasonForm({
    defaults: { holderName: ticket.holderName, newCode: false, mail: false },
    onClose,
    submit: (values) => {
      const holderName = values.holderName.trim();
      return write(
        { ...ticket, holderName },
        (send, params) => send("POST /api/admin/tickets/{id}/rename", { params, body: { ...values, holderName } }),
        "Name changed",
      );
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
          <TextField
            label="Name on the ticket"
            required
            {...form.field("holderName")}
            maxLength={120}
            autoComplete="off"
          />
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

function CancelDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const form = useReasonForm({
    defaults: { returnsSpot: false, mail: true },
    onClose,
    submit: (body) =>
      write(ticket, (send, params) => send("POST /api/admin/tickets/{id}/cancel", { params, body }), "Ticket canceled"),
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
