import type { AuditAction } from "#contract/audit.ts";
import type { FeeRule } from "#contract/events/fees.ts";
import type {
  PoolChange,
  PoolInput,
  TicketSetup,
  TicketTypeChange,
  TicketTypeInput,
} from "#contract/events/ticket-types.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { deleteStock, expireHolds } from "#server/modules/inventory/index.ts";
import { AppError, requireFound, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import * as pools from "./pools.ts";
import { differences } from "../rules.ts";
import { findFieldErrors, toDraft, auditFields } from "./rules.ts";
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

function requireSound(input: TicketTypeInput, { event, types, pools: eventPools }: save.Sale, id?: number): void {
  const errors = findFieldErrors(input, { id, types, pools: eventPools, fees: event.fees });
  if (errors.length > 0) throw new AppError("invalid_input", { message: errors[0]!.message, errors });
}

/** A change to what an event sells, as an admin calls it with the id of what changes. */
type Change<Input> = (deps: Deps, staff: Principal, id: number, input: Input) => Promise<TicketSetup>;

/**
 * Changes what an event sells, in one transaction with its activity log entry, and returns the new setup. Clears
 * expired holds first, so that they aren't in the way.
 *
 * @param find what has the id among all that is sold
 */
const changing =
  <Target>(
    eventIdOf: (db: Queryable, id: number) => Promise<number | undefined>,
    find: (sale: save.Sale, id: number) => Target,
  ) =>
  <Input>(work: (tx: Tx, sale: save.Sale, input: Input, target: Target) => Promise<Done>): Change<Input> =>
  async ({ db, bus }, staff, id, input) => {
    const eventId = requireFound(await eventIdOf(db, id));
    const stocks = (await store.findAdminTicketTypes(db, eventId)).map((type) => type.stockId);
    if (stocks.length > 0) await expireHolds(db, bus, stocks);
    return inTransaction(db, async (tx) => {
      const sale = await save.lockSale(tx, eventId);
      const { action, name, before, after } = await work(tx, sale, input, find(sale, id));
      const named = (fields?: Record<string, unknown>) => fields && (name === undefined ? fields : { name, ...fields });
      const target = { kind: "event", id: eventId } as const;
      await recordAction(tx, { staff, action, target, before: named(before), after: named(after) });
      return readSetup(tx, eventId);
    });
  };

const ofEvent = changing(
  async (_db, id) => id,
  ({ event }) => event,
);
const ofType = changing(store.findEventOf("ticket_types"), ({ types }, id) => findIn(types, id));
const ofPool = changing(store.findEventOf("pools"), (sale, id) => findIn(sale.pools, id));

const findIn = <Row extends { id: number }>(rows: Row[], id: number): Row =>
  requireFound(rows.find((row) => row.id === id));

/**
 * Adds a ticket type at the end of an event's list.
 *
 * @throws AppError `not_found` | `invalid_input`
 */
export const addTicketType = ofEvent(async (tx, sale, input: TicketTypeInput) => {
  requireSound(input, sale);
  const position = Math.max(-1, ...sale.types.map((type) => type.position)) + 1;
  const draft = toDraft(input, sale.event, position);
  await save.saveTicketType(tx, draft);
  const { priceCents, feeCents } = draft;
  return { action: "ticket_type.added", after: { ...input, ...(priceCents > 0 ? { priceCents, feeCents } : {}) } };
});

/**
 * Changes a ticket type while it is on sale: see `save.changeTicketType()`. Of two concurrent saves the later one is refused.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `invalid_input` | `capacity_taken` | `has_sales`
 */
export const changeTicketType = ofType(async (tx, sale, { version, ...input }: TicketTypeChange, type) => {
  requireVersion(type, version);
  requireSound(input, sale, type.id);
  const read = async () => auditFields(findIn((await readSetup(tx, sale.event.id)).types, type.id));
  const was = await read();
  await save.changeTicketType(tx, sale, type, toDraft(input, sale.event, type.position));
  return { action: "ticket_type.changed", name: type.name, ...differences(was, await read()) };
});

/**
 * Ends the sale of a ticket type now; a price tier that waits for it opens.
 *
 * @throws AppError `not_found`
 */
export const endTicketType = ofType(async (tx, _sale, _input: unknown, { id, name }) => {
  await store.endSale(tx, id);
  await openPriceTiers(tx, [id]);
  return { action: "ticket_type.ended", after: { name } };
});

/**
 * Deletes a ticket type that was never ordered.
 *
 * @throws AppError `not_found` | `has_sales`
 */
export const deleteTicketType = ofType(async (tx, _sale, _input: unknown, type) => {
  if (type.hasOrders) {
    throw new AppError("has_sales", { message: "This ticket type has orders. End its sale or hide it instead." });
  }
  await store.deleteType(tx, type.id);
  await deleteStock(tx, type.stockId);
  return { action: "ticket_type.deleted", before: { name: type.name } };
});

/**
 * Sets the order of an event's ticket types; omitted ones follow in their current order.
 *
 * @throws AppError `not_found`
 */
export const orderTicketTypes = ofEvent(async (tx, sale, { ids }: { ids: number[] }) => {
  const requestedTypes = [...new Set(ids)].map((id) => findIn(sale.types, id));
  const order = [...requestedTypes, ...sale.types.filter((type) => !requestedTypes.includes(type))];
  await store.setPositions(
    tx,
    order.map((type) => type.id),
  );
  const names = (types: store.AdminTicketTypeRow[]) => types.map((type) => type.name).join(", ");
  return { action: "ticket_type.ordered", before: { order: names(sale.types) }, after: { order: names(order) } };
});

/**
 * Adds a pool to an event.
 *
 * @throws AppError `not_found` | `already_exists`
 */
export const addPool = ofEvent(async (tx, sale, input: PoolInput) => {
  await pools.addPool(tx, sale, input);
  return { action: "pool.added", after: { ...input } };
});

/**
 * Changes a pool while it is on sale.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `capacity_taken`
 */
export const changePool = ofPool(async (tx, sale, { version, ...input }: PoolChange, pool) => {
  requireVersion(pool, version);
  const setup = await readSetup(tx, sale.event.id);
  const { name, counts, stock } = findIn(setup.pools, pool.id);
  await pools.changePool(tx, sale, pool, input);
  return {
    action: "pool.changed",
    name,
    ...differences({ name, counts, capacity: stock.capacity }, input),
  };
});

/**
 * Deletes a pool: its types keep their own stock.
 *
 * @throws AppError `not_found`
 */
export const deletePool = ofPool(async (tx, sale, _input: unknown, pool) => {
  await pools.removePool(tx, sale, pool);
  return { action: "pool.deleted", before: { name: pool.name } };
});

/**
 * Sets how many people an event can take across all of its types.
 *
 * @throws AppError `not_found` | `capacity_taken`
 */
export const setPeople = ofEvent(async (tx, sale, { capacity = null }: { capacity?: number | null | undefined }) => {
  const was = (await readSetup(tx, sale.event.id)).event.people?.capacity ?? null;
  await pools.setPeople(tx, sale, capacity);
  return { action: "event.capacity_changed", before: { people: was }, after: { people: capacity } };
});

/**
 * Sets who pays an event's fees. What the organizer gets for each fixed price stays the same, so what guests pay
 * changes; existing orders keep their prices.
 *
 * @throws AppError `not_found` | `invalid_input` if a price is nothing but fee
 */
export const setFees = ofEvent(async (tx, sale, rule: FeeRule) => {
  await save.saveFees(tx, sale, rule);
  return { action: "event.fees_changed", ...differences({ fees: sale.event.fees }, { fees: rule }) };
});
