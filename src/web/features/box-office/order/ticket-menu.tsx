import { ArrowRightLeft, Banknote, DoorOpen, MoreHorizontal, PencilLine, QrCode, Ticket, Undo2 } from "lucide-react";
import { useRef } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin-order.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

/** What staff can do with one ticket. */
export type TicketAct = "rename" | "new-code" | "move" | "difference" | "cancel" | "check-in" | "check-in/undo";

/** What every dialog about a ticket needs. */
export type TicketDialogProps = { ticket: AdminTicket; order: AdminOrderDetail; open: boolean; onClose: () => void };

const items = {
  rename: { label: "Change name", Icon: PencilLine },
  move: { label: "Move to another type or event", Icon: ArrowRightLeft },
  difference: { label: "Refund difference", Icon: Banknote },
  "new-code": { label: "Issue new code", Icon: QrCode },
  "check-in": { label: "Check in manually", Icon: DoorOpen },
  "check-in/undo": { label: "Undo check-in", Icon: Undo2 },
  cancel: { label: "Cancel ticket", Icon: Ticket },
} satisfies Record<TicketAct, object>;

/** What staff can do with a ticket in its current status. */
export function actsFor(ticket: AdminTicket): TicketAct[] {
  if (ticket.status !== "valid") return [];
  const owed: TicketAct[] = ticket.differenceCents > 0 ? ["difference"] : [];
  if (ticket.admittedAt !== null) return ["check-in/undo", ...owed];
  return ["rename", "move", ...owed, "new-code", "check-in", "cancel"];
}

/** A ticket's menu. */
export function TicketMenu({ ticket, onPick }: { ticket: AdminTicket; onPick: (act: TicketAct) => void }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const acts = actsFor(ticket);
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
        const { label, Icon } = items[act];
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
