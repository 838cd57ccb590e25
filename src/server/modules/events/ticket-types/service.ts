import type { AuditAction } from "#contract/audit.ts";
import type { FeeRule } from "#contract/fees.ts";
import type { PoolChange, PoolInput, TicketSetup, TicketTypeChange, TicketTypeInput } from "#contract/ticket-types.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { deleteStock, lapseHolds } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { openReleases } from "../releases/service.ts";
import * as pools from "./pools.ts";
import { differences, findFaults, toDraft, toldFields } from "./rules.ts";
import { lockNight, saveFees, saveTicketType, type LockedNight } from "./save.ts";
import { readSetup } from "./setup.ts";
import * as store from "./store.ts";

/** What a change did, for the log: under which name, and the fields that tell something. */
interface Done {
  action: AuditAction;
  name?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Changes what a night sells, in one transaction with its line in the log, and answers how everything stands after it.
 * Holds whose time is up are cleared first, so that they stand in nobody's way.
 */
async function change(
  deps: Deps,
  staff: Principal,
  eventId: number,
  work: (tx: Tx, night: LockedNight) => Promise<Done>,
): Promise<TicketSetup> {
  const types = await store.findDeskTypes(deps.db, eventId);
  const stocks = types.map((type) => type.stockId);
  if (stocks.length > 0) await lapseHolds(deps.db, deps.facts, stocks);
  return inTransaction(deps.db, async (tx) => {
    const night = await lockNight(tx, eventId);
    const { action, name, before, after } = await work(tx, night);
    const named = (fields?: Record<string, unknown>) =>
      fields === undefined ? undefined : { ...(name === undefined ? {} : { name }), ...fields };
    await recordAction(tx, {
      staff,
      action,
      target: { kind: "night", id: eventId },
      before: named(before),
      after: named(after),
    });
    return readSetup(tx, eventId);
  });
}

function requireSound(input: TicketTypeInput, { event, types, pools: own }: LockedNight, id?: number): void {
  const errors = findFaults(input, { id, types, pools: own, fees: event.fees });
  if (errors.length > 0) throw new AppError("invalid_input", { message: errors[0]!.message, errors });
}

function requireType({ types }: LockedNight, id: number): store.DeskTypeRow {
  const type = types.find((candidate) => candidate.id === id);
  if (type === undefined) throw new AppError("not_found");
  return type;
}

function requireVersion(row: { version: number }, version: number): void {
  if (row.version !== version) throw new AppError("edited_meanwhile");
}

async function nightOfType(deps: Deps, typeId: number): Promise<number> {
  const eventId = await store.findEventOfType(deps.db, typeId);
  if (eventId === undefined) throw new AppError("not_found");
  return eventId;
}

/** Adds a ticket type at the end of a night's list. @throws AppError `not_found` | `invalid_input` */
export function addTicketType(deps: Deps, staff: Principal, eventId: number, input: TicketTypeInput) {
  return change(deps, staff, eventId, async (tx, night) => {
    requireSound(input, night);
    const position = Math.max(-1, ...night.types.map((type) => type.position)) + 1;
    const draft = toDraft(input, night.event, position);
    await saveTicketType(tx, draft);
    const { priceCents, feeCents } = draft;
    return { action: "ticket_type.added", after: { ...input, ...(priceCents > 0 ? { priceCents, feeCents } : {}) } };
  });
}

/**
 * Changes a ticket type while it sells: see `saveTicketType()`. Of two who save at once the later one is told.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `invalid_input` | `capacity_taken` | `has_sales`
 */
export async function changeTicketType(
  deps: Deps,
  staff: Principal,
  id: number,
  { version, ...input }: TicketTypeChange,
) {
  return change(deps, staff, await nightOfType(deps, id), async (tx, night) => {
    const type = requireType(night, id);
    requireVersion(type, version);
    requireSound(input, night, id);
    const read = async () => toldFields((await readSetup(tx, night.event.id)).types.find((shown) => shown.id === id)!);
    const was = await read();
    await saveTicketType(tx, { ...toDraft(input, night.event, type.position), id });
    return { action: "ticket_type.changed", name: type.name, ...differences(was, await read()) };
  });
}

/** Ends the sale of a ticket type now; a release that waits for it opens. @throws AppError `not_found` */
export async function endTicketType(deps: Deps, staff: Principal, id: number) {
  return change(deps, staff, await nightOfType(deps, id), async (tx, night) => {
    const type = requireType(night, id);
    await store.endSale(tx, id);
    await openReleases(tx, [id]);
    return { action: "ticket_type.ended", after: { name: type.name } };
  });
}

/** Deletes a ticket type that nobody ever ordered. @throws AppError `not_found` | `has_sales` */
export async function deleteTicketType(deps: Deps, staff: Principal, id: number) {
  return change(deps, staff, await nightOfType(deps, id), async (tx, night) => {
    const type = requireType(night, id);
    if (type.hasOrders) {
      throw new AppError("has_sales", { message: "There are orders for it: end its sale or hide it instead" });
    }
    await store.deleteType(tx, id);
    await deleteStock(tx, type.stockId);
    return { action: "ticket_type.deleted", before: { name: type.name } };
  });
}

/** Puts a night's ticket types in this order; those left out follow as they are. @throws AppError `not_found` */
export function orderTicketTypes(deps: Deps, staff: Principal, eventId: number, ids: number[]) {
  return change(deps, staff, eventId, async (tx, night) => {
    const wanted = [...new Set(ids)].map((id) => requireType(night, id));
    const order = [...wanted, ...night.types.filter((type) => !wanted.includes(type))];
    await store.setPositions(
      tx,
      order.map((type) => type.id),
    );
    const names = (types: store.DeskTypeRow[]) => types.map((type) => type.name).join(", ");
    return { action: "ticket_type.ordered", before: { order: names(night.types) }, after: { order: names(order) } };
  });
}

/** Adds a pool of places to a night. @throws AppError `not_found` | `already_exists` */
export function addPool(deps: Deps, staff: Principal, eventId: number, input: PoolInput) {
  return change(deps, staff, eventId, async (tx, night) => {
    await pools.addPool(tx, night, input);
    return { action: "pool.added", after: { ...input } };
  });
}

async function changeOfPool(
  deps: Deps,
  staff: Principal,
  id: number,
  work: (tx: Tx, night: LockedNight, pool: store.PoolRow) => Promise<Done>,
) {
  const found = await store.findPool(deps.db, id);
  if (found === undefined) throw new AppError("not_found");
  return change(deps, staff, found.eventId, async (tx, night) => {
    const pool = night.pools.find((candidate) => candidate.id === id);
    if (pool === undefined) throw new AppError("not_found");
    return work(tx, night, pool);
  });
}

/** Changes a pool while it sells. @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `capacity_taken` */
export function changePool(deps: Deps, staff: Principal, id: number, { version, ...input }: PoolChange) {
  return changeOfPool(deps, staff, id, async (tx, night, pool) => {
    requireVersion(pool, version);
    const setup = await readSetup(tx, night.event.id);
    const { name, counts, standing } = setup.pools.find((shown) => shown.id === id)!;
    await pools.changePool(tx, night, pool, input);
    return {
      action: "pool.changed",
      name,
      ...differences({ name, counts, capacity: standing.capacity }, input),
    };
  });
}

/** Deletes a pool: its types go on with what they have of their own. @throws AppError `not_found` */
export function deletePool(deps: Deps, staff: Principal, id: number) {
  return changeOfPool(deps, staff, id, async (tx, night, pool) => {
    await pools.removePool(tx, night, pool);
    return { action: "pool.deleted", before: { name: pool.name } };
  });
}

/** Sets how many people a night can take over all of its types. @throws AppError `not_found` | `capacity_taken` */
export function setPeople(deps: Deps, staff: Principal, eventId: number, capacity: number | undefined) {
  return change(deps, staff, eventId, async (tx, night) => {
    const was = (await readSetup(tx, eventId)).event.people?.capacity ?? null;
    await pools.setPeople(tx, night, capacity ?? null);
    return { action: "night.people_changed", before: { people: was }, after: { people: capacity ?? null } };
  });
}

/**
 * Says who carries a night's fees. What the house wants for each fixed price stays, so what guests pay changes; orders keep
 * what they were placed at.
 *
 * @throws AppError `not_found` | `invalid_input` where a price is nothing but fee
 */
export function setFees(deps: Deps, staff: Principal, eventId: number, rule: FeeRule) {
  return change(deps, staff, eventId, async (tx, night) => {
    await saveFees(tx, night, rule);
    return { action: "night.fees_changed", ...differences({ fees: night.event.fees }, { fees: rule }) };
  });
}
