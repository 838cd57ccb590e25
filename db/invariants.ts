import { CompiledQuery } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { accountsInvariants } from "./invariants/accounts.ts";
import { analyticsInvariants } from "./invariants/analytics.ts";
import { auditInvariants } from "./invariants/audit.ts";
import { campaignInvariants } from "./invariants/campaigns.ts";
import { chatInvariants } from "./invariants/chat.ts";
import { communityInvariants } from "./invariants/community.ts";
import { deliveryInvariants } from "./invariants/delivery.ts";
import type { Invariant } from "./invariants/invariant.ts";
import { compsInvariants } from "./invariants/comps.ts";
import { fulfillmentInvariants } from "./invariants/fulfillment.ts";
import { grantsInvariants } from "./invariants/grants.ts";
import { ledgerInvariants } from "./invariants/ledger.ts";
import { moneyInvariants } from "./invariants/money.ts";
import { orderDocumentsInvariants } from "./invariants/order-documents.ts";
import { promotionsInvariants } from "./invariants/promotions.ts";
import { cartInvariants } from "./invariants/carts.ts";
import { realtimeInvariants } from "./invariants/realtime.ts";
import { restrictionsInvariants } from "./invariants/restrictions.ts";
import { shopInvariants } from "./invariants/shop.ts";
import { stockInvariants } from "./invariants/stock.ts";
import { streamInvariants } from "./invariants/streams.ts";
import { ticketsInvariants } from "./invariants/tickets.ts";
import { workInvariants } from "./invariants/work.ts";

/** Everything that must hold at any instant: for stock, money, tickets, check-in, email and sessions. */
export const invariants: readonly Invariant[] = [
  ...stockInvariants,
  ...shopInvariants,
  ...fulfillmentInvariants,
  ...deliveryInvariants,
  ...cartInvariants,
  ...moneyInvariants,
  ...ledgerInvariants,
  ...orderDocumentsInvariants,
  ...ticketsInvariants,
  ...promotionsInvariants,
  ...compsInvariants,
  ...streamInvariants,
  ...accountsInvariants,
  ...auditInvariants,
  ...realtimeInvariants,
  ...restrictionsInvariants,
  ...grantsInvariants,
  ...chatInvariants,
  ...communityInvariants,
  ...campaignInvariants,
  ...analyticsInvariants,
  ...workInvariants,
];

/** A violated invariant, with the rows that violate it. */
export interface Violation {
  id: string;
  holds: string;
  rows: unknown[];
}

/**
 * Checks every invariant and returns the violated ones; an empty result is good. Outside a transaction it opens its own
 * (repeatable read), so that all see the same instant.
 */
export async function checkInvariants(db: Queryable, only: readonly Invariant[] = invariants): Promise<Violation[]> {
  if (!db.isTransaction) {
    return db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((tx) => checkInvariants(tx, only));
  }
  const violations: Violation[] = [];
  for (const { id, holds, sql } of only) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql));
    if (rows.length > 0) violations.push({ id, holds, rows });
  }
  return violations;
}
