import type { z } from "zod";
import type { listComparisons as contract, MoneyComparison } from "#contract/comparisons.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { insertExceptions, type Payments, type ProviderMoney } from "#server/modules/payments/index.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import { pageOf, staffPageSize } from "#server/platform/db/paging.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { lookThroughBooks } from "../watch/service.ts";
import { allowTime } from "../watch/store.ts";
import { findDifferences } from "./differences-store.ts";
import { nextSpan, toComparison } from "./rules.ts";
import * as store from "./store.ts";

/** Lines of a provider's list that are kept in one go. */
const linesAtOnce = 500;

/** When our books were held against providers' lists, a page at a time. */
export async function listComparisons(db: Database, page: number | undefined): Promise<z.input<typeof contract.reply>> {
  const { rows, total } = await store.findComparisons(db, pageOf(page));
  return { items: rows.map(toComparison), total, page: page ?? 1, pageSize: staffPageSize };
}

/** Begins a comparison with the provider in use, by the `money-comparison` sweep; one under way is answered instead. */
export async function startComparison(deps: Deps, payments: Payments, staff: Principal): Promise<MoneyComparison> {
  const { name } = payments.provider;
  const id = await inTransaction(deps.db, async (tx) => {
    const begun = await store.begin(tx, name, staff.id);
    if (begun !== undefined) {
      await recordAction(tx, { staff, action: "comparison.started", target: { kind: "comparison", id: begun } });
    }
    return begun;
  });
  deps.nudge("money-comparison");
  const row = id === undefined ? await store.findOpen(deps.db, name) : await store.findComparison(deps.db, id);
  // The one that was under way ended this very moment: its result is the answer.
  return toComparison(row ?? (await store.findComparisons(deps.db, { limit: 1, offset: 0 })).rows[0]!);
}

/**
 * Goes on with the comparison that is due, span by span: every night with each provider, and whenever somebody asked for
 * one. Broken off at any point it goes on from the last span; what was kept twice is there once.
 *
 * @returns true when more is to be done at once
 */
export async function goOnComparing(deps: Deps, payments: Payments): Promise<boolean> {
  const known = (await store.findProviders(deps.db)).filter((name) => hasKeys(payments, name));
  await store.beginNight(deps.db, known);
  const comparison = await store.lease(deps.db);
  if (comparison === undefined) return false;
  try {
    await readAll(deps, payments, comparison);
    const whole = await inTransaction(deps.db, async (tx) => {
      await allowTime(tx);
      const differences = await findDifferences(tx, comparison.id);
      if (!(await store.finish(tx, comparison.id, differences.length))) return false;
      await insertExceptions(tx, differences);
      return true;
    });
    if (whole) await lookThroughBooks(deps, comparison.day !== null);
    return true;
  } catch (error) {
    deps.log.warn({ err: error, comparisonId: comparison.id }, "a comparison was broken off, it goes on later");
    await store.noteError(deps.db, comparison.id, String(error));
    return false;
  }
}

async function readAll({ db }: Deps, payments: Payments, comparison: store.ComparisonRow): Promise<void> {
  const provider = payments.providerOf(comparison.provider);
  let from = comparison.readUntil;
  for (let span = nextSpan(from, comparison.until); span !== undefined; span = nextSpan(from, comparison.until)) {
    let lines: ProviderMoney[] = [];
    for await (const line of provider.listMoney(span)) {
      lines.push({ ...line, paymentId: ownId(line.paymentId), refundId: ownId(line.refundId) });
      if (lines.length < linesAtOnce) continue;
      await store.keepLines(db, comparison, lines);
      lines = [];
    }
    if (lines.length > 0) await store.keepLines(db, comparison, lines);
    await store.noteRead(db, comparison.id, span.to);
    from = span.to;
  }
}

function hasKeys(payments: Payments, name: store.ProviderName): boolean {
  try {
    return payments.providerOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** What a provider keeps for us as our number may be anything that somebody wrote there. */
const ownId = (id: string | null) => (id !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : null);
