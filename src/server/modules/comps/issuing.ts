import { findOrAddOwners } from "#server/modules/accounts/index.ts";
import { findEventById, loadTypesOnSale, type TypeOnSale } from "#server/modules/events/index.ts";
import { lockClaims, type ClaimLine, type Shortage } from "#server/modules/inventory/index.ts";
import { toSaleItem } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId, randomCode } from "#server/platform/ids.ts";
import {
  claimsOf,
  completeOrders,
  countLiveOrders,
  createShortages,
  insertOrders,
  lineOf,
  StockShortage,
} from "#server/modules/orders/index.ts";
import { findHost, type HostRow } from "./hosts/store.ts";
import { type CompIssue, insertComps } from "./store.ts";

/** The hold becomes a sale in the same transaction, so its length never matters. */
export const holdSeconds = 60;

/** What comps are issued of, and whose budget they count toward. */
export interface CompSource {
  type: TypeOnSale;
  timeZone: string;
  host: HostRow | undefined;
}

/** Comps for one guest. The email is empty if they have none; `quantity` counts units of the ticket type. */
export interface CompGuest {
  orderId: string;
  name: string;
  email: string;
  quantity: number;
}

/**
 * Reads a ticket type and a host for issuing comps now.
 *
 * @throws AppError `not_found`, also for a host of another event | `sales_closed` when the event is over or canceled
 */
export async function requireSource(tx: Tx, ticketTypeId: number, hostId: number | null): Promise<CompSource> {
  const [type] = await loadTypesOnSale(tx, [ticketTypeId]);
  if (type === undefined) throw new AppError("not_found", { message: "We can't find that ticket type" });
  const event = (await findEventById(tx, type.eventId))!;
  if (event.isOver) throw new AppError("sales_closed", { message: "This event is over" });
  if (event.status === "canceled") throw new AppError("sales_closed", { message: "This event was canceled" });
  const host = hostId === null ? undefined : await findHost(tx, hostId);
  if (hostId !== null && host?.eventId !== type.eventId) {
    throw new AppError("not_found", { message: "We can't find that host" });
  }
  return { type, timeZone: event.timeZone, host };
}

/**
 * Reads what comps are issued of, and locks its stock: another request with the same Idempotency-Key waits here, and
 * then finds the response of the first.
 *
 * @throws AppError as `requireSource()` does
 */
export async function lockSource(tx: Tx, ticketTypeId: number, hostId: number | null): Promise<CompSource> {
  const source = await requireSource(tx, ticketTypeId, hostId);
  await lockClaims(tx, [{ lines: claimsOfComp(source, 1) }]);
  return source;
}

/** Everything that comps take: what a sale would, and tickets of the host's budget. */
export function claimsOfComp({ type, host }: Pick<CompSource, "type" | "host">, quantity: number): ClaimLine[] {
  const claims = claimsOf(type, quantity);
  return host === undefined ? claims : [...claims, { stockId: host.stockId, quantity: quantity * type.ticketsPerUnit }];
}

/** Words why comps can't be issued: too little stock, or too little of the host's budget. */
export async function refuseComp(tx: Tx, { timeZone, host }: CompSource, shortage: Shortage): Promise<StockShortage> {
  const lacking = shortage.lacking.map(({ stockId }) => stockId);
  if (host !== undefined && shortage.stockId === host.stockId) {
    const left = shortage.available === 1 ? "1 ticket" : `${shortage.available} tickets`;
    return new StockShortage(lacking, "over_limit", { message: `${host.name} has ${left} left to give` });
  }
  return createShortages(tx)(shortage, { lacking, timeZone });
}

/**
 * Writes comps whose stock is on hold under their order ids: orders with nothing to pay, their tickets, their emails,
 * and who issued them and why. A guest without an email gets no email.
 */
export async function writeComps(
  deps: Deps,
  tx: Tx,
  { type }: CompSource,
  issue: CompIssue,
  guests: CompGuest[],
): Promise<void> {
  const owners = await findOrAddOwners(tx, guests);
  const { now } = await countLiveOrders(tx, []);
  const orders = guests.map(({ orderId, name, email }, index) => ({
    id: orderId,
    number: `SG-${randomCode(4)}-${randomCode(4)}`,
    userId: owners[index]!,
    currency: type.currency,
    subtotalCents: 0,
    feeCents: 0,
    discountCents: 0,
    taxCents: 0,
    shippingCents: 0,
    shippingTaxCents: 0,
    promoCode: null,
    totalCents: 0,
    buyerName: name,
    buyerEmail: email,
    emailConfirmed: false,
    holdExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    refundUntil: null,
    refundFees: false,
  }));
  const lines = guests.map(({ orderId, quantity }) => ({
    id: newId(),
    orderId,
    ...lineOf(toSaleItem(type), quantity, 0, 0),
  }));
  await insertOrders(deps, tx, orders, lines);
  await insertComps(
    tx,
    guests.map(({ orderId }) => orderId),
    issue,
  );
  await completeOrders(
    deps,
    tx,
    guests.map(({ orderId }) => ({ subjectId: orderId, paymentId: undefined })),
  );
}
