import { randomUUID } from "node:crypto";
import type { AuditAction } from "#contract/audit.ts";
import type { ChangedTicket } from "#contract/ticket-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventHeads } from "#server/modules/events/index.ts";
import { findTicket, lockTicketsOfOrder, type TicketRow } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { judge } from "../rules.ts";
import { insertAdmission, insertScan } from "../store.ts";
import { voidAdmission } from "./store.ts";

/** Who lets in or takes an entry back, which ticket, and why. */
export interface DeskEntry {
  staff: Principal;
  ticketId: number;
  reason: string;
}

/**
 * Lets a ticket in from the desk, as a door would that was shown its present code. However many doors see it at the same
 * instant, it is in once; who is in already stays in.
 *
 * @throws AppError `not_found` | `order_closed` for a ticket that no door lets in
 */
export function checkIn({ db }: Deps, entry: DeskEntry): Promise<ChangedTicket> {
  return inTransaction(db, async (tx) => {
    const ticket = await lockTicket(tx, entry.ticketId);
    const night = (await findEventHeads(tx, [ticket.eventId])).get(ticket.eventId)!;
    const door = { eventId: night.id, opensAt: null, isCancelled: night.state === "cancelled" };
    if (judge(ticket, ticket.version, door, new Date(0)) !== undefined) {
      throw new AppError("order_closed", { message: "This ticket lets nobody in" });
    }
    const scan = {
      ticketId: ticket.id,
      eventId: ticket.eventId,
      deviceId: `desk-${entry.staff.id}`,
      scanId: randomUUID(),
      gate: "Desk",
      staffId: entry.staff.id,
    };
    if (!(await insertAdmission(tx, scan))) return toChanged(ticket);
    await insertScan(tx, { ...scan, verdict: "admitted", scannedAt: null });
    await note(tx, entry, ticket, "ticket.checked_in");
    return toChanged(ticket);
  });
}

/**
 * Takes an entry back: nobody is in with the ticket any more, and its code opens the door again. Where nobody is in,
 * nothing changes. The entry stays on record as one that was taken back.
 *
 * @throws AppError `not_found`
 */
export function undoCheckIn({ db }: Deps, entry: DeskEntry): Promise<ChangedTicket> {
  return inTransaction(db, async (tx) => {
    const ticket = await lockTicket(tx, entry.ticketId);
    if (await voidAdmission(tx, ticket.id)) await note(tx, entry, ticket, "ticket.check_in_undone");
    return toChanged(ticket);
  });
}

async function lockTicket(tx: Tx, id: number): Promise<TicketRow> {
  const found = await findTicket(tx, id);
  if (found === undefined) throw new AppError("not_found");
  await lockTicketsOfOrder(tx, found.orderId);
  return (await findTicket(tx, id))!;
}

function note(tx: Tx, { staff, reason }: DeskEntry, ticket: TicketRow, action: AuditAction): Promise<void> {
  const after = { ticket: ticket.id, holder: ticket.holderName };
  return recordAction(tx, { staff, action, target: { kind: "order", id: ticket.orderId }, after, reason });
}

const toChanged = ({ id, orderId, status, version }: TicketRow): ChangedTicket => ({
  ticketId: id,
  orderId,
  status,
  version,
});
