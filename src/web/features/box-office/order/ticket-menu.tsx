import { ArrowRightLeft, Banknote, DoorOpen, MoreHorizontal, PencilLine, QrCode, Ticket, Undo2 } from "lucide-react";
import { useRef } from "react";
import type { OfficeOrderDetail, OfficeTicket } from "#contract/office-order.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";

/** What staff can do about one ticket. */
export type TicketAct = "rename" | "new-code" | "move" | "difference" | "cancel" | "check-in" | "check-in/undo";

/** What every dialog about a ticket needs. */
export type TicketDialogProps = { ticket: OfficeTicket; order: OfficeOrderDetail; open: boolean; onClose: () => void };

const items = {
  rename: { label: "Change the name", Icon: PencilLine },
  move: { label: "Move to another type or night", Icon: ArrowRightLeft },
  difference: { label: "Give the difference back", Icon: Banknote },
  "new-code": { label: "Make a new code", Icon: QrCode },
  "check-in": { label: "Let in from the desk", Icon: DoorOpen },
  "check-in/undo": { label: "Take the entry back", Icon: Undo2 },
  cancel: { label: "Cancel the ticket", Icon: Ticket },
} satisfies Record<TicketAct, object>;

/** What may be done with a ticket as it stands. */
export function actsFor(ticket: OfficeTicket): TicketAct[] {
  if (ticket.status !== "valid") return [];
  const owed: TicketAct[] = ticket.differenceCents > 0 ? ["difference"] : [];
  if (ticket.admittedAt !== null) return ["check-in/undo", ...owed];
  return ["rename", "move", ...owed, "new-code", "check-in", "cancel"];
}

/** The menu beside a ticket. */
export function TicketMenu({ ticket, onPick }: { ticket: OfficeTicket; onPick: (act: TicketAct) => void }) {
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
          aria-label={`Change ticket ${ticket.id}, ${ticket.holderName}`}
          className={buttonStyle("quiet", "icon")}
        >
          <MoreHorizontal aria-hidden="true" className="size-5" />
        </button>
      }
    >
      {acts.map((act) => {
        const { label, Icon } = items[act];
        return (
          <MenuItem
            key={act}
            onSelect={() => {
              // The dialog gives the focus back to where it was when it opened.
              trigger.current?.focus();
              onPick(act);
            }}
          >
            <Icon aria-hidden="true" />
            {label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
