import { useState } from "react";
import type { OfficeOrderDetail, OfficeTicket } from "#contract/office-order.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { DifferenceDialog } from "./difference-dialog.tsx";
import { MailChoice } from "./mail-choice.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import type { TicketAct, TicketDialogProps } from "./ticket-menu.tsx";
import { useTicketWrite } from "./use-ticket-write.ts";

export type Asked = { act: TicketAct; ticket: OfficeTicket };

/** The dialog of what is about to be done to a ticket; it keeps its words while it closes. */
export function TicketDialogs({
  asked,
  order,
  onClose,
}: {
  asked: Asked | undefined;
  order: OfficeOrderDetail;
  onClose: () => void;
}) {
  const [kept, setKept] = useState<Asked>();
  if (asked && asked !== kept) setKept(asked);
  if (!kept) return null;
  const shared = { ticket: kept.ticket, order, open: asked !== undefined, onClose };
  const key = `${kept.ticket.id} ${kept.act}`;
  if (kept.act === "rename") return <RenameDialog key={key} {...shared} />;
  if (kept.act === "move") return <MoveDialog key={key} {...shared} />;
  if (kept.act === "difference") return <DifferenceDialog key={key} {...shared} />;
  if (kept.act === "cancel") return <CancelDialog key={key} {...shared} />;
  if (kept.act === "new-code") return <NewCodeDialog key={key} {...shared} />;
  return <EntryDialog key={key} {...shared} isUndo={kept.act === "check-in/undo"} />;
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
      title="Change the name"
      action="Change name"
      waiting={holderName.trim() === "" || isSame}
      onConfirm={(reason) =>
        write(ticket, "rename", { holderName: holderName.trim(), newCode, mail, reason }, "The name was changed")
      }
      extra={
        <>
          <Field label="Name on the ticket" required>
            <Input
              value={holderName}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => setHolderName(event.target.value)}
            />
          </Field>
          <div>
            <Checkbox
              label="Make a new code: the one that was sent out opens no door any more"
              checked={newCode}
              onChange={(event) => setNewCode(event.target.checked)}
            />
            <MailChoice order={order} checked={mail} onChange={setMail} />
          </div>
        </>
      }
    >
      {`The door shows this name when ticket ${ticket.id} is scanned.`}
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
      title="Make a new code"
      action="Make a new code"
      danger
      onConfirm={(reason) => write(ticket, "new-code", { mail, reason }, "The code was made anew")}
      extra={<MailChoice order={order} checked={mail} onChange={setMail} />}
    >
      {`The code of ticket ${ticket.id} that was sent out opens no door any more, from this moment on.`}
    </ReasonDialog>
  );
}

function CancelDialog({ ticket, order, open, onClose }: TicketDialogProps) {
  const write = useTicketWrite();
  const [returnsPlace, setReturnsPlace] = useState(false);
  const [mail, setMail] = useState(true);
  const mayReturn = ticket.ticketsPerUnit === 1 && order.comp === null;
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title="Cancel the ticket"
      action="Cancel ticket"
      danger
      onConfirm={(reason) => write(ticket, "cancel", { returnsPlace, mail, reason }, "The ticket was cancelled")}
      extra={
        <div>
          {mayReturn ? (
            <Checkbox
              label="Put its place on sale again"
              checked={returnsPlace}
              onChange={(event) => setReturnsPlace(event.target.checked)}
            />
          ) : (
            <p className="pb-1 text-sm text-muted">
              {order.comp
                ? "Its place comes back when the whole comp is revoked."
                : "It is part of a package: its place stays taken."}
            </p>
          )}
          <MailChoice order={order} checked={mail} onChange={setMail} />
        </div>
      }
    >
      {`Ticket ${ticket.id}, ${ticket.typeName}, of ${ticket.holderName} lets nobody in any more.${
        order.comp ? "" : " No money goes back by this: for that there is a refund."
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
      title={isUndo ? "Take the entry back" : "Let in from the desk"}
      action={isUndo ? "Take back" : "Let in"}
      onConfirm={(reason) =>
        write(
          ticket,
          isUndo ? "check-in/undo" : "check-in",
          { reason },
          isUndo ? "The entry was taken back" : "The ticket is in",
        )
      }
    >
      {isUndo
        ? `Nobody is in with ticket ${ticket.id} then, and its code opens the door again.`
        : `Ticket ${ticket.id} of ${ticket.holderName} counts as in, and no door lets anybody in with it.`}
    </ReasonDialog>
  );
}
