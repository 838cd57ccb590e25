import type { Finding } from "./finding.ts";
import { isTest, moduleOrder } from "./rooms.ts";
import { isCode, parse, type SourceFile } from "./source-file.ts";
import { isOf, readDeclarations, readsIn } from "./table-ownership.ts";

/** How many entries `readsAgainstOrder` may have. It only goes down. */
const maxReads = 15;

/**
 * Which modules read a table of a later module, "reader < owner.table", and why the query can't be the owner's. The list
 * only shrinks: a new read belongs into the later module, or behind a function or a contribution of the owner.
 */
export const readsAgainstOrder: Record<string, string> = {
  "events < comps.comps": "lists of events show sold tickets and comps apart, and sort by what was sold",
  "events < tickets.ticket_changes": "the editor locks a ticket type that tickets were moved to",
  "events < tickets.ticket_lines": "the editor locks a ticket type that has orders",
  "events < tickets.tickets": "lists of events count valid tickets in the query that sorts and pages them",
  "inventory < orders.orders": "a hold that is being paid ends at its order's deadline",
  "orders < comps.comps": "limits, refunds and reports leave out orders that staff gave for free",
  "promotions < orders.order_lines": "a commission is a share of the tickets that earned it",
  "promotions < orders.order_refund_items": "a commission falls with what was refunded of these tickets",
  "promotions < orders.order_refunds": "the refunds of an order lead to their items",
  "promotions < orders.orders": "lists of codes and links count paid orders and sort by them",
  "shop < fulfillment.item_return_units": "lists of products sort by sales, which count units that came back",
  "shop < fulfillment.item_returns": "a unit that came back is on sale again on the day of its return",
  "tickets < orders.order_lines": "a ticket's type and position are compared with the line that it was sold on",
  "tickets < orders.order_refund_items": "a ticket's refunds are read with it, under the lock of the refund",
  "tickets < orders.orders": "a ticket is found, shown and refunded by its order's buyer, number and terms",
};

/**
 * Checks that modules read tables of later ones only where the list says so, and that the list has nothing else.
 *
 * @param allowed a reason for each read, by "reader < owner.table"
 */
export function checkReadOrder(
  files: SourceFile[],
  allowed: Record<string, string> = readsAgainstOrder,
  order: string[] = moduleOrder,
): Finding[] {
  const declared = readDeclarations(files);
  const server = files.filter((file) => isCode(file) && file.path.startsWith("src/server/") && !isTest(file.path));
  const found = new Map<string, Finding>();
  for (const read of server.map(parse).flatMap(readsIn)) {
    const owned = declared.find((candidate) => isOf(read, candidate));
    if (owned === undefined || !order.includes(read.module)) continue;
    if (order.indexOf(read.module) >= order.indexOf(owned.owner)) continue;
    const name = `${read.module} < ${owned.owner}.${owned.table}`;
    const message = `${name} reads a later module's table: move the query to modules/${owned.owner} or a later module`;
    if (!found.has(name)) found.set(name, { file: read.file, line: read.line, rule: "read-order", message });
  }
  const ofList = (message: string): Finding => ({
    file: "scripts/structure/read-order.ts",
    rule: "read-order",
    message,
  });
  const entries = Object.entries(allowed);
  return [
    ...[...found].filter(([name]) => !Object.hasOwn(allowed, name)).map(([, finding]) => finding),
    ...entries.filter(([name]) => !found.has(name)).map(([name]) => ofList(`${name} isn't read anymore: delete it`)),
    ...entries.filter(([, reason]) => reason.trim() === "").map(([name]) => ofList(`${name} has no reason: give one`)),
    ...(entries.length > maxReads ? [ofList(`the list has ${entries.length} entries: at most ${maxReads}`)] : []),
  ];
}
