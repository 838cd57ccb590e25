import type { OrderDraft } from "#contract/orders/orders.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ItemReference, SaleItem, SentUnit, Purchasable, WishedLine } from "./purchasable.ts";

/** Where the kinds that modules sell are found. */
export type Sellers = Pick<Deps, "contributed">;

/** Every kind that is sold, or those of some lines. */
export function purchasablesOf(sellers: Sellers, lines?: { kind: string }[]): Purchasable[] {
  const all = sellers.contributed("purchasable");
  if (lines === undefined) return all;
  const kinds = new Set(lines.map(({ kind }) => kind));
  return all.filter(({ kind }) => kinds.has(kind));
}

/** One kind; it throws for one that no module sells, because stored lines always have a seller. */
export function purchasableOf(sellers: Sellers, kind: string): Purchasable {
  const found = sellers.contributed("purchasable").find((purchasable) => purchasable.kind === kind);
  if (found === undefined) throw new Error(`No module sells the kind ${kind}`);
  return found;
}

/** A draft's line as kind and id: named by a kind's own field, such as `ticketTypeId`, or by `kind` and `itemId`. */
export function toWished(sellers: Sellers, line: OrderDraft["lines"][number]): WishedLine {
  const { quantity, amountCents } = line;
  for (const { kind, idField, noun } of sellers.contributed("purchasable")) {
    if (idField !== undefined && line[idField] !== undefined) {
      return { quantity, amountCents, kind, itemId: Number(line[idField]), idField, noun };
    }
  }
  const { kind = "", itemId = 0 } = line;
  const noun = sellers.contributed("purchasable").find((purchasable) => purchasable.kind === kind)?.noun ?? "item";
  return { quantity, amountCents, kind, itemId, idField: "itemId", noun };
}

/** Reads items of any kinds for selling: one query a kind. Unknown ones are left out. */
export async function loadItems(sellers: Sellers, db: Queryable, references: ItemReference[]): Promise<SaleItem[]> {
  const items: SaleItem[] = [];
  for (const purchasable of purchasablesOf(sellers, references)) {
    const ids = new Set(references.filter(({ kind }) => kind === purchasable.kind).map(({ itemId }) => itemId));
    items.push(...(await purchasable.load(db, [...ids])));
  }
  return items;
}

/** The units of some orders that were shipped or handed over. */
export async function findSentUnits(sellers: Sellers, db: Queryable, orderIds: string[]): Promise<SentUnit[]> {
  const sent: SentUnit[] = [];
  for (const find of sellers.contributed("findSent")) sent.push(...(await find(db, orderIds)));
  return sent;
}
