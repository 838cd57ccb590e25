import * as contract from "#contract/ledger.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes, type RouteContext } from "#server/platform/http/route.ts";
import { findBalances, journalEntries } from "./service.ts";

/** Routes to read the ledger; nothing writes to it from outside. */
export function ledgerRoutes(context: RouteContext, { db }: Deps): void {
  routes(context, contract, {
    listLedger: ({ query }) => journalEntries.list(db, query),
    getLedgerBalances: ({ query }) => findBalances(db, query),
  });
  fileRoutes(context, contract.exportLedgerEntries, "ledger-entries", ({ query }) => journalEntries.file(db, query));
}
