import type { CompHost, CompHostDraft } from "#contract/comps/hosts.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventById } from "#server/modules/events/index.ts";
import { createStock, lockStock, setCapacity } from "#server/modules/inventory/index.ts";
import { fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { CompScope } from "../scope.ts";
import * as store from "./store.ts";

const nameTaken = () => fieldError("name", "This event already has a host with that name", "already_exists");

/**
 * Gives a host a budget of comps for an event, in tickets. The budget is stock: every comp of the host takes from it in
 * the same claim as its tickets, so it's never exceeded, and revoked comps return to it.
 *
 * @throws AppError `not_found` | `already_exists`
 */
export function createHost(deps: Deps, staff: Principal, { eventId, name, budget }: CompHostDraft): Promise<CompHost> {
  return inTransaction(deps.db, async (tx) => {
    requireFound(await findEventById(tx, eventId));
    const stockId = await createStock(tx, { kind: "comp_host", capacity: budget });
    const id = await store.insertHost(tx, { eventId, name, stockId });
    if (id === undefined) throw nameTaken();
    await recordChange(tx, staff, "comp_host.created", { id, after: { name, budget } });
    return getHost(tx, id);
  });
}

/**
 * Changes a host's name or budget.
 *
 * @throws AppError `not_found` | `already_exists` | `capacity_taken` for less than what was given already
 */
export function changeHost(
  deps: Deps,
  staff: Principal,
  id: number,
  { name, budget }: Omit<CompHostDraft, "eventId">,
): Promise<CompHost> {
  return inTransaction(deps.db, async (tx) => {
    const host = requireFound(await store.findHost(tx, id));
    await lockStock(tx, [host.stockId]);
    if (await store.isNameTaken(tx, host, name)) throw nameTaken();
    const before = await getHost(tx, id);
    if (before.name === name && before.budget === budget) return before;
    const level = before.usedCount;
    if (budget < level) {
      throw fieldError("budget", `${level} tickets are already given, so the budget can't be lower`, "capacity_taken");
    }
    await setCapacity(tx, host.stockId, budget);
    await store.renameHost(tx, id, name);
    const was = { name: before.name, budget: before.budget };
    await recordChange(tx, staff, "comp_host.changed", { id, before: was, after: { name, budget } });
    return getHost(tx, id);
  });
}

/** An event's hosts by name, with what each has given and who of their guests is checked in. */
export async function listHosts(
  db: Queryable,
  eventId: number,
  scope: CompScope | undefined,
): Promise<{ items: CompHost[] }> {
  return { items: await store.findHosts(db, { eventId, scope }) };
}

const getHost = async (db: Queryable, id: number): Promise<CompHost> => (await store.findHosts(db, { id }))[0]!;

type HostNote = { id: number; before?: Record<string, unknown>; after: Record<string, unknown> };

const recordChange = (
  tx: Parameters<typeof recordAction>[0],
  staff: Principal,
  action: "comp_host.created" | "comp_host.changed",
  { id, ...change }: HostNote,
) => recordAction(tx, { staff, action, target: { kind: "comp_host", id: String(id) }, ...change });

const hostCells: Cells<CompHost> = {
  Host: "name",
  Budget: "budget",
  Given: "usedCount",
  Tickets: "ticketCount",
  "Checked in": "admittedCount",
  "Show rate %": ({ ticketCount, admittedCount }) =>
    ticketCount === 0 ? null : Math.round((100 * admittedCount) / ticketCount),
  ID: "id",
  "Event ID": "eventId",
};

/** An event's hosts as a spreadsheet file. */
export const hostsFile = async (db: Queryable, eventId: number, scope: CompScope | undefined): Promise<SheetFile> =>
  fileOfAll((await listHosts(db, eventId, scope)).items, hostCells);
