import type { AuditAction } from "#contract/audit.ts";
import type { FeeRule } from "#contract/fees.ts";
import type { PoolChange, PoolInput, TicketSetup, TicketTypeChange, TicketTypeInput } from "#contract/ticket-types.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { deleteStock, expireHolds } from "#server/modules/inventory/index.ts";
import { AppError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import * as pools from "./pools.ts";
import { differences, findFieldErrors, toDraft, auditFields } from "./rules.ts";
import { openPriceTiers } from "./sale-store.ts";
import * as save from "./save.ts";
import { readSetup } from "./setup.ts";
import * as store from "./store.ts";

/** What a change did, for the activity log: the action, and the fields worth recording. */
interface Done {
  action: AuditAction;
  name?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Changes what an event sells, in one transaction with its activity log entry, and returns the new setup. Clears
 * expired holds first, so that they aren't in the way.
 */
async function change(
  deps: Deps,
  staff: Principal,
  eventId: number,
  work: (tx: Tx, sale: save.Sale) => Promise<Done>,
): Promise<TicketSetup> {
  const types = await store.findAdminTicketTypes(deps.db, eventId);
  const stocks = types.map((type) => type.stockId);
  if (stocks.length > 0) await expireHolds(deps.db, deps.bus, stocks);
  return inTransaction(deps.db, async (tx) => {
    const sale = await save.lockSale(tx, eventId);
    const { action, name, before, after } = await work(tx, sale);
    const named = (fields?: Record<string, unknown>) =>
      fields === undefined ? undefined : { ...(name === undefined ? {} : { name }), ...fields };
    await recordAction(tx, {
      staff,
      action,
      target: { kind: "event", id: eventId },
      before: named(before),
      after: named(after),
    });
    return readSetup(tx, eventId);
  });
}

function requireSound(input: TicketTypeInput, { event, types, pools: own }: save.Sale, id?: number): void {
  const errors = findFieldErrors(input, { id, types, pools: own, fees: event.fees });
  if (errors.length > 0) throw new AppError("invalid_input", { message: errors[0]!.message, errors });
}

const requireType = ({ types }: save.Sale, id: number): store.AdminTicketTypeRow =>
  requireFound(types.find((candidate) => candidate.id === id));

const eventIdOfType = async (deps: Deps, typeId: number): Promise<number> =>
  requireFound(await store.findEventOfType(deps.db, typeId));

/**
 * Adds a ticket type at the end of an event's list.
 *
 * @throws AppError `not_found` | `invalid_input`
 */
export function addTicketType(deps: Deps, staff: Principal, eventId: number, input: TicketTypeInput) {
  return change(deps, staff, eventId, async (tx, sale) => {
    requireSound(input, sale);
    const position = Math.max(-1, ...sale.types.map((type) => type.position)) + 1;
    const draft = toDraft(input, sale.event, position);
    await save.saveTicketType(tx, draft);
    const { priceCents, feeCents } = draft;
    return { action: "ticket_type.added", after: { ...input, ...(priceCents > 0 ? { priceCents, feeCents } : {}) } };
  });
}

/**
 * Changes a ticket type while it is on sale: see `save.changeTicketType()`. Of two concurrent saves the later one is refused.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `invalid_input` | `capacity_taken` | `has_sales`
 */
export async function changeTicketType(
  deps: Deps,
  staff: Principal,
  id: number,
  { version, ...input }: TicketTypeChange,
) {
  return change(deps, staff, await eventIdOfType(deps, id), async (tx, sale) => {
    const type = requireType(sale, id);
    requireVersion(type, version);
    requireSound(input, sale, id);
    const read = async () => auditFields((await readSetup(tx, sale.event.id)).types.find((shown) => shown.id === id)!);
    const was = await read();
    await save.changeTicketType(tx, sale, type, toDraft(input, sale.event, type.position));
    return { action: "ticket_type.changed", name: type.name, ...differences(was, await read()) };
  });
}

/**
 * Ends the sale of a ticket type now; a price tier that waits for it opens.
 *
 * @throws AppError `not_found`
 */
export async function endTicketType(deps: Deps, staff: Principal, id: number) {
  return change(deps, staff, await eventIdOfType(deps, id), async (tx, sale) => {
    const type = requireType(sale, id);
    await store.endSale(tx, id);
    await openPriceTiers(tx, [id]);
    return { action: "ticket_type.ended", after: { name: type.name } };
  });
}

/**
 * Deletes a ticket type that was never ordered.
 *
 * @throws AppError `not_found` | `has_sales`
 */
export async function deleteTicketType(deps: Deps, staff: Principal, id: number) {
  return change(deps, staff, await eventIdOfType(deps, id), async (tx, sale) => {
    const type = requireType(sale, id);
    if (type.hasOrders) {
      throw new AppError("has_sales", { message: "This ticket type has orders. End its sale or hide it instead." });
    }
    await store.deleteType(tx, id);
    await deleteStock(tx, type.stockId);
    return { action: "ticket_type.deleted", before: { name: type.name } };
  });
}

/**
 * Sets the order of an event's ticket types; omitted ones follow in their current order.
 *
 * @throws AppError `not_found`
 */
export function orderTicketTypes(deps: Deps, staff: Principal, eventId: number, { ids }: { ids: number[] }) {
  return change(deps, staff, eventId, async (tx, sale) => {
    const wanted = [...new Set(ids)].map((id) => requireType(sale, id));
    const order = [...wanted, ...sale.types.filter((type) => !wanted.includes(type))];
    await store.setPositions(
      tx,
      order.map((type) => type.id),
    );
    const names = (types: store.AdminTicketTypeRow[]) => types.map((type) => type.name).join(", ");
    return { action: "ticket_type.ordered", before: { order: names(sale.types) }, after: { order: names(order) } };
  });
}

/**
 * Adds a pool to an event.
 *
 * @throws AppError `not_found` | `already_exists`
 */
export function addPool(deps: Deps, staff: Principal, eventId: number, input: PoolInput) {
  return change(deps, staff, eventId, async (tx, sale) => {
    await pools.addPool(tx, sale, input);
    return { action: "pool.added", after: { ...input } };
  });
}

async function changeOfPool(
  deps: Deps,
  staff: Principal,
  id: number,
  work: (tx: Tx, sale: save.Sale, pool: store.PoolRow) => Promise<Done>,
) {
  const { eventId } = requireFound(await store.findPool(deps.db, id));
  return change(deps, staff, eventId, async (tx, sale) =>
    work(tx, sale, requireFound(sale.pools.find((candidate) => candidate.id === id))),
  );
}

/**
 * Changes a pool while it is on sale.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `capacity_taken`
 */
export function changePool(deps: Deps, staff: Principal, id: number, { version, ...input }: PoolChange) {
  return changeOfPool(deps, staff, id, async (tx, sale, pool) => {
    requireVersion(pool, version);
    const setup = await readSetup(tx, sale.event.id);
    const { name, counts, stock } = setup.pools.find((shown) => shown.id === id)!;
    await pools.changePool(tx, sale, pool, input);
    return {
      action: "pool.changed",
      name,
      ...differences({ name, counts, capacity: stock.capacity }, input),
    };
  });
}

/**
 * Deletes a pool: its types keep their own stock.
 *
 * @throws AppError `not_found`
 */
export function deletePool(deps: Deps, staff: Principal, id: number) {
  return changeOfPool(deps, staff, id, async (tx, sale, pool) => {
    await pools.removePool(tx, sale, pool);
    return { action: "pool.deleted", before: { name: pool.name } };
  });
}

/**
 * Sets how many people an event can take across all of its types.
 *
 * @throws AppError `not_found` | `capacity_taken`
 */
export function setPeople(
  deps: Deps,
  staff: Principal,
  eventId: number,
  { capacity = null }: { capacity?: number | null | undefined },
) {
  return change(deps, staff, eventId, async (tx, sale) => {
    const was = (await readSetup(tx, eventId)).event.people?.capacity ?? null;
    await pools.setPeople(tx, sale, capacity);
    return { action: "event.capacity_changed", before: { people: was }, after: { people: capacity } };
  });
}

/**
 * Sets who pays an event's fees. What the organizer gets for each fixed price stays the same, so what guests pay
 * changes; existing orders keep their prices.
 *
 * @throws AppError `not_found` | `invalid_input` if a price is nothing but fee
 */
export function setFees(deps: Deps, staff: Principal, eventId: number, rule: FeeRule) {
  return change(deps, staff, eventId, async (tx, sale) => {
    await save.saveFees(tx, sale, rule);
    return { action: "event.fees_changed", ...differences({ fees: sale.event.fees }, { fees: rule }) };
  });
}
