import { useState } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin-order.ts";
import { ReasonDialog } from "#web/features/admin/reason-dialog.tsx";
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
  const [holderName, setHolderName] = useState(ticket.holderName);
  const [newCode, setNewCode] = useState(false);
  const [mail, setMail] = useState(false);
  const isSame = holderName.trim() === ticket.holderName && !newCode;
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Change name"
      action="Change name"
      waiting={holderName.trim() === "" || isSame}
      onConfirm={(reason) =>
        write(
          { ...ticket, holderName: holderName.trim() },
          "rename",
          { holderName: holderName.trim(), newCode, mail, reason },
          "Name changed",
        )
      }
      extra={
        <>
          <Field label="Name on the ticket" required>
            <Input
              value={holderName}
              maxLength={120}
              autoComplete="off"
              onChange={(e) => setHolderName(e.target.value)}
            />
          </Field>
          <div>
            <Checkbox
              label="Issue a new QR code (the one we already sent stops working)"
              checked={newCode}
              onChange={(e) => setNewCode(e.target.checked)}
            />
            <MailChoice order={order} checked={mail} onChange={setMail} />
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
  const [mail, setMail] = useState(true);
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Issue new code"
      action="Issue new code"
      danger
      onConfirm={(reason) => write(ticket, "new-code", { mail, reason }, "New code issued")}
      extra={<MailChoice order={order} checked={mail} onChange={setMail} />}
    >
      {`The QR code we already sent for ticket ${ticket.id} stops working right away.`}
    </ReasonDialog>
  );
}

function CancelDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const [returnsSpot, setReturnsSpot] = useState(false);
  const [mail, setMail] = useState(true);
  const mayReturn = ticket.ticketsPerUnit === 1 && order.comp === null;
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Cancel ticket"
      action="Cancel ticket"
      danger
      onConfirm={(reason) => write(ticket, "cancel", { returnsSpot, mail, reason }, "Ticket canceled")}
      extra={
        <div>
          {mayReturn ? (
            <Checkbox
              label="Put its spot back on sale"
              checked={returnsSpot}
              onChange={(e) => setReturnsSpot(e.target.checked)}
            />
          ) : (
            <p className="pb-1 text-sm text-muted">
              {order.comp
                ? "Its spot goes back on sale when you revoke the whole comp."
                : "It's part of a package, so its spot stays taken."}
            </p>
          )}
          <MailChoice order={order} checked={mail} onChange={setMail} />
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
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={isUndo ? "Undo check-in" : "Check in manually"}
      action={isUndo ? "Undo check-in" : "Check in"}
      onConfirm={(reason) =>
        write(
          ticket,
          isUndo ? "check-in/undo" : "check-in",
          { reason },
          isUndo ? "Check-in undone" : "Ticket checked in",
        )
      }
    >
      {isUndo
        ? `Ticket ${ticket.id} will no longer be checked in, and its code will work at the door again.`
        : `Ticket ${ticket.id} for ${ticket.holderName} will be checked in, and its code won't admit anyone at the door.`}
    </ReasonDialog>
  );
}
