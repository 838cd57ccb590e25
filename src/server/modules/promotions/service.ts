import type { PromotionQuery, PromotionStatus } from "#contract/promotions/promotions.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { createStock, expireHolds, resizeStock } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import { defineList, type List } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PromotionStore, UniqueText } from "./store.ts";

/** The capacity of a stock without a limit: redemptions of such codes and links still count. */
const unlimited = 1_000_000_000;

type Fields = Record<string, unknown>;

/** What codes and links don't have in common when staff change them. */
export interface PromotionKind<Draft, Promotion> {
  store: PromotionStore<Promotion>;
  /** The columns of its spreadsheet file. */
  cells: Parameters<typeof defineList<PromotionQuery, Promotion, Promotion>>[2];
  /** In the activity log. */
  target: "promo_code" | "promoter";
  stockKind: "promo" | "promoter";
  ended: string;
  /** Another one has its text. */
  taken: () => AppError;
  /** Completes a draft. @throws AppError `invalid_input` | `not_found` */
  complete: (tx: Tx, draft: Draft) => Promise<Draft>;
  columnsOf: (draft: Draft) => Fields;
  /** Writes what is in other tables. */
  writeRest?: (tx: Tx, id: number, draft: Draft) => Promise<void>;
  uniqueOf: (draft: Draft) => UniqueText;
  /** The limit of its stock; undefined for none. */
  limitOf: (draft: Draft) => number | undefined;
  /** The limit is below what is used and on hold. */
  overLimit: (before: Promotion) => AppError;
  /** What can't be changed anymore. */
  refuseChange?: (before: Promotion, draft: Draft) => AppError | undefined;
  /** What the activity log calls it, and what it records about it. */
  named: (promotion: Promotion) => Fields;
  audited: (promotion: Promotion) => Fields;
}

/** What staff do with codes and with links alike. */
export class Promotions<Draft, Promotion> {
  readonly list: List<PromotionQuery, Promotion>;
  readonly #kind: PromotionKind<Draft, Promotion>;

  constructor(kind: PromotionKind<Draft, Promotion>) {
    this.#kind = kind;
    this.list = defineList(kind.store.source, (promotion) => promotion, kind.cells);
  }

  /**
   * Creates one; a stock of its own counts its redemptions.
   *
   * @throws AppError `invalid_input` | `not_found` | `already_exists`
   */
  create({ db }: Deps, staff: Principal, draft: Draft): Promise<Promotion> {
    const { store, limitOf, audited, ...kind } = this.#kind;
    return inTransaction(db, async (tx) => {
      const sound = await kind.complete(tx, draft);
      if (await store.isTaken(tx, kind.uniqueOf(sound))) throw kind.taken();
      const stockId = await createStock(tx, { kind: kind.stockKind, capacity: limitOf(sound) ?? unlimited });
      const id = await store.insert(tx, { ...kind.columnsOf(sound), stock_id: stockId });
      await kind.writeRest?.(tx, id, sound);
      const after = await store.find(tx, id);
      const target = { kind: kind.target, id };
      await recordAction(tx, { staff, action: `${kind.target}.created`, target, after: audited(after) });
      return after;
    });
  }

  /**
   * Changes one. Orders keep the discount and commission they were placed with. The limit never goes below what is used
   * and on hold, no matter how many buy at that moment. If two save at once, the later one gets an error.
   *
   * @throws AppError `invalid_input` | `edited_meanwhile` | `not_found` | `already_exists` | `over_limit` |
   * `order_closed` after it ended
   */
  async update(
    { db, bus }: Deps,
    staff: Principal,
    id: number,
    { version, ...draft }: Draft & { version: number },
  ): Promise<Promotion> {
    const { store, limitOf, audited, ...kind } = this.#kind;
    const { stockId } = await store.lock(db, id);
    // What expired orders had is free even if their holds are not cleared yet.
    await expireHolds(db, bus, [stockId]);
    return inTransaction(db, async (tx) => {
      const locked = await store.lock(tx, id);
      if (locked.status === "ended") throw new AppError("order_closed", { message: kind.ended });
      if (locked.version !== version) throw new AppError("edited_meanwhile");
      const before = await store.find(tx, id);
      const sound = await kind.complete(tx, draft as Draft);
      const refusal = kind.refuseChange?.(before, sound);
      if (refusal !== undefined) throw refusal;
      if (await store.isTaken(tx, kind.uniqueOf(sound), id)) throw kind.taken();
      if (!(await resizeStock(tx, stockId, limitOf(sound) ?? unlimited))) throw kind.overLimit(before);
      await store.update(tx, id, kind.columnsOf(sound));
      await kind.writeRest?.(tx, id, sound);
      const after = await store.find(tx, id);
      const changes = { target: { kind: kind.target, id }, before: audited(before), after: audited(after) };
      await recordAction(tx, { staff, action: `${kind.target}.changed`, ...changes });
      return after;
    });
  }

  /**
   * Pauses, resumes or ends one. Unpaid orders that have it keep it; while a link doesn't count, sales through it go on
   * without a promoter. Setting the same status again changes nothing.
   *
   * @throws AppError `not_found` | `order_closed` after it ended
   */
  setStatus({ db }: Deps, staff: Principal, id: number, status: PromotionStatus): Promise<Promotion> {
    const { store, target: kind, named, ended } = this.#kind;
    return inTransaction(db, async (tx) => {
      const before = await store.lock(tx, id);
      if (before.status === status) return store.find(tx, id);
      if (before.status === "ended") throw new AppError("order_closed", { message: ended });
      await store.update(tx, id, { status });
      const after = await store.find(tx, id);
      const action = `${kind}.${status === "active" ? "resumed" : status}` as const;
      const changes = { before: { status: before.status }, after: { status, ...named(after) } };
      await recordAction(tx, { staff, action, target: { kind, id }, ...changes });
      return after;
    });
  }
}
