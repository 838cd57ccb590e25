import { randomUUID } from "node:crypto";
import type { AuditAction } from "#contract/audit.ts";
import type { ChangedTicket } from "#contract/ticket-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventById } from "#server/modules/events/index.ts";
import {
  findTicket,
  insertAdmission,
  lockTicketsOfOrder,
  showChanged,
  voidAdmission,
  type TicketRow,
} from "#server/modules/tickets/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { checkTicket } from "../rules.ts";
import { findDoorTicket, insertScan } from "../store.ts";
import { toDoorTicket } from "../search.ts";
import type { DoorTicket, Verdict } from "#contract/door/door.ts";

/** The gate of a check-in that staff make in the admin area. */
const adminGate = "Admin";

/** Who checks in a ticket or undoes it, which ticket, and why. */
interface AdminCheckIn {
  staff: Principal;
  ticketId: number;
  reason: string;
}

/**
 * Checks in a ticket from the admin area, as a door would that scans its current code. However many doors scan it at
 * the same moment, it is checked in once; an earlier check-in stays.
 *
 * @throws AppError `not_found` | `order_closed` for a ticket that no door would admit
 */
export function checkIn({ db }: Deps, entry: AdminCheckIn): Promise<ChangedTicket> {
  return inTransaction(db, async (tx) => {
    const ticket = await lockTicket(tx, entry.ticketId);
    const event = (await findEventById(tx, ticket.eventId))!;
    const door = { eventId: event.id, opensAt: null, isCanceled: event.status === "canceled" };
    const { verdict } = checkTicket(ticket, ticket.version, door, new Date(0));
    if (verdict !== "admitted") throw new AppError("order_closed", { message: refusalMessage(verdict) });
    const scan = {
      ticketId: ticket.id,
      eventId: ticket.eventId,
      deviceId: `admin-${entry.staff.id}`,
      scanId: randomUUID(),
      gate: adminGate,
      staffId: entry.staff.id,
    };
    if (!(await insertAdmission(tx, scan))) return showChanged(ticket);
    await insertScan(tx, { ...scan, verdict: "admitted", reason: null, scannedAt: null, countedAt: null });
    await recordCheckIn(tx, entry, ticket, "ticket.checked_in");
    return showChanged(ticket);
  });
}

const refusalMessage = (refusal: Verdict) =>
  refusal === "stream_pass"
    ? "This is a pass for the live stream. It doesn't admit anyone."
    : "This ticket isn't valid for entry";

/**
 * Undoes a check-in: the ticket can be used again. If it isn't checked in, nothing changes. The check-in stays on
 * record as undone.
 *
 * @throws AppError `not_found`
 */
export function undoCheckIn({ db }: Deps, entry: AdminCheckIn): Promise<ChangedTicket> {
  return inTransaction(db, async (tx) => showChanged(await undo(tx, entry)));
}

/**
 * Undoes one check-in at its event's door, by the same rule. A later check-in of the same ticket stays: another gate may
 * have made it since this door last looked.
 *
 * @param at the door's event, when the ticket was checked in, and the gate that undoes it
 * @throws AppError `not_found` also for a ticket of another event
 */
export function undoAtDoor(
  { db }: Deps,
  entry: Omit<AdminCheckIn, "reason">,
  at: { eventId: number; admittedAt: string; gate?: string | undefined },
): Promise<DoorTicket> {
  return inTransaction(db, async (tx) => {
    const { id } = await undo(tx, { ...entry, reason: "Undone at the door" }, at);
    return toDoorTicket((await findDoorTicket(tx, id))!);
  });
}

async function undo(
  tx: Tx,
  entry: AdminCheckIn,
  at?: { eventId: number; admittedAt: string; gate?: string | undefined },
): Promise<TicketRow> {
  const ticket = await lockTicket(tx, entry.ticketId);
  if (at !== undefined && ticket.eventId !== at.eventId) throw new AppError("not_found");
  const gate = at === undefined ? adminGate : (at.gate ?? null);
  if (await voidAdmission(tx, ticket.id, { staffId: entry.staff.id, gate, admittedAt: at?.admittedAt })) {
    await recordCheckIn(tx, entry, ticket, "ticket.check_in_undone");
  }
  return ticket;
}

async function lockTicket(tx: Tx, id: number): Promise<TicketRow> {
  const found = requireFound(await findTicket(tx, id));
  await lockTicketsOfOrder(tx, found.orderId);
  return (await findTicket(tx, id))!;
}

/** Records in the activity log who checked in a ticket or undid it, and why. */
export function recordCheckIn(
  tx: Tx,
  { staff, reason }: Pick<AdminCheckIn, "staff" | "reason">,
  ticket: TicketRow,
  action: AuditAction,
): Promise<void> {
  const after = { ticket: ticket.id, holder: ticket.holderName };
  return recordAction(tx, { staff, action, target: { kind: "order", id: ticket.orderId }, after, reason });
}
