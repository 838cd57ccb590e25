import { accounts } from "./modules/accounts/index.ts";
import { admin } from "./modules/admin/index.ts";
import { analytics } from "./modules/analytics/index.ts";
import { audit } from "./modules/audit/index.ts";
import { bannedWords } from "./modules/banned-words/index.ts";
import { carts } from "./modules/carts/index.ts";
import { chat } from "./modules/chat/index.ts";
import { community } from "./modules/community/index.ts";
import { campaigns } from "./modules/campaigns/index.ts";
import { consent } from "./modules/consent/index.ts";
import { comps } from "./modules/comps/index.ts";
import { delivery } from "./modules/delivery/index.ts";
import { door } from "./modules/door/index.ts";
import { email } from "./modules/email/index.ts";
import { errorReports } from "./modules/error-reports/index.ts";
import { attendeeUpdates } from "./modules/attendee-updates/index.ts";
import { events } from "./modules/events/index.ts";
import { feeds } from "./modules/feeds/index.ts";
import { grants } from "./modules/grants/index.ts";
import { restrictions } from "./modules/restrictions/index.ts";
import { reminders } from "./modules/reminders/index.ts";
import { fulfillment } from "./modules/fulfillment/index.ts";
import { invariants } from "./modules/invariants/index.ts";
import { inventory } from "./modules/inventory/index.ts";
import { ledger } from "./modules/ledger/index.ts";
import { media } from "./modules/media/index.ts";
import { orderDocuments } from "./modules/order-documents/index.ts";
import { orders } from "./modules/orders/index.ts";
import { payments } from "./modules/payments/index.ts";
import { promotions } from "./modules/promotions/index.ts";
import { reconciliation } from "./modules/reconciliation/index.ts";
import { purchasables } from "./modules/purchasables/index.ts";
import { personLists } from "./modules/person-lists/index.ts";
import { search } from "./modules/search/index.ts";
import { settings } from "./modules/settings/index.ts";
import { shop } from "./modules/shop/index.ts";
import { streams } from "./modules/streams/index.ts";
import { tickets } from "./modules/tickets/index.ts";
import { ticketChanges } from "./modules/ticket-changes/index.ts";
import { operations, findRelease } from "./operations.ts";
import { web } from "./pages.ts";
import { assemble, type App, type AssembleOptions } from "./platform/assemble.ts";
import type { Module } from "./platform/module.ts";

export type { App };
export interface AppOptions extends Omit<AssembleOptions, "release"> {
  /** Modules besides the product's own: tests add kinds of things to sell. */
  extraModules?: Module[];
}

/**
 * All modules: each may use those before it, which `scripts/check.ts` enforces. Domain events reach them in this order,
 * and accounts are deleted in the reverse order.
 */
export const modules: readonly Module[] = [
  errorReports,
  web,
  email,
  settings,
  invariants,
  audit,
  accounts,
  restrictions,
  media,
  bannedWords,
  chat,
  personLists,
  inventory,
  purchasables,
  events,
  reminders,
  ledger,
  tickets,
  delivery,
  payments,
  promotions,
  orders,
  shop,
  feeds,
  carts,
  comps,
  grants,
  ticketChanges,
  attendeeUpdates,
  orderDocuments,
  reconciliation,
  fulfillment,
  streams,
  community,
  consent,
  analytics,
  campaigns,
  admin,
  door,
  search,
  operations,
];

/** Builds the whole product without listening. */
export const buildApp = ({ extraModules = [], ...options }: AppOptions): Promise<App> =>
  assemble([...modules, ...extraModules], { ...options, release: findRelease(options.web?.dev === true) });
