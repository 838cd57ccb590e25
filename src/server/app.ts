import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Config } from "./config.ts";
import {
  accountsRoutes,
  accountsSweeps,
  accountsTimeline,
  createAuthenticate,
  peopleRoutes,
  requireConfirmed,
} from "./modules/accounts/index.ts";
import { auditRoutes, auditSweeps, auditTimeline, hearForAudit } from "./modules/audit/index.ts";
import { analyticsRecords, analyticsRoutes, analyticsSweeps, createAnalytics } from "./modules/analytics/index.ts";
import { deskRoutes, searchRoutes, timelineRoutes } from "./modules/desk/index.ts";
import { doorRoutes, doorTimeline } from "./modules/door/index.ts";
import { emailRecords, emailSweeps, emailTimeline, hearForEmail, outboxRoutes } from "./modules/email/index.ts";
import {
  eventDeskRoutes,
  eventsRoutes,
  eventsSearch,
  hearForEvents,
  eventsSweeps,
  ticketTypeRoutes,
} from "./modules/events/index.ts";
import { createFaults, faultsRoutes, faultsSweeps } from "./modules/faults/index.ts";
import { feedsRoutes } from "./modules/feeds/index.ts";
import { interestRecords, interestRoutes, interestSweeps } from "./modules/interest/index.ts";
import { invariantRoutes, invariantSweeps } from "./modules/invariants/index.ts";
import { mediaRoutes, mediaSweeps } from "./modules/media/index.ts";
import {
  findBuyers,
  hearForOrders,
  orderDeskRoutes,
  ordersRecords,
  ordersRoutes,
  ordersSweeps,
  ordersTimeline,
} from "./modules/orders/index.ts";
import { hearForPapers, paperDeskRoutes, papersRecords, papersRoutes, papersSweeps } from "./modules/papers/index.ts";
import { settingsRoutes } from "./modules/settings/index.ts";
import {
  createPayments,
  paymentsRoutes,
  paymentsSweeps,
  type Courier,
  type PaymentProvider,
  type Payments,
} from "./modules/payments/index.ts";
import { reconciliationRoutes, reconciliationSweeps } from "./modules/reconciliation/index.ts";
import { promotionDeskRoutes, promotionsRoutes } from "./modules/promotions/index.ts";
import {
  attendeesRoutes,
  ticketPersonFinder,
  ticketsRecords,
  ticketsRoutes,
  ticketsTimeline,
} from "./modules/tickets/index.ts";
import type { Database } from "./platform/db/database.ts";
import { wordsSweep } from "./platform/db/word-search.ts";
import type { Deps } from "./platform/deps.ts";
import { createFacts } from "./platform/facts.ts";
import { createFiles } from "./platform/files/files.ts";
import { createLimiter } from "./platform/http/limits.ts";
import { sessionCookieName } from "./platform/http/principal.ts";
import type { RouteContext } from "./platform/http/route.ts";
import { createSharedReplies } from "./platform/http/shared-replies.ts";
import { createServer } from "./platform/http/server.ts";
import { createPersonalRecords } from "./platform/personal-records.ts";
import { loadSigningKeys, type SigningKeys } from "./platform/signing-keys.ts";
import { startSweeps, type Sweep, type Sweeper } from "./platform/sweeps.ts";
import { operationsRoutes } from "./operations.ts";
import { pages } from "./pages.ts";
import { findRelease } from "./release.ts";

export interface AppOptions {
  config: Config;
  db: Database;
  log: PinoLogger;
  /** Read from the database unless given. */
  keys?: SigningKeys;
  /** Checks every answer against its contract; tests turn it on. */
  validateReplies?: boolean;
  /** Runs the sweeps (holds, payments, mail); tests that drive them by hand turn it off. */
  sweeps?: boolean;
  /** Replaces or wraps the payment providers: tests drop, delay and duplicate what they send. */
  wrapProvider?: (provider: PaymentProvider) => PaymentProvider;
  /** Carries the sandbox's notices instead of the direct way. */
  courier?: Courier;
  /** Serves the web app as well; `dev` from its sources. */
  web?: { dev: boolean };
  /** How long answers that are the same for everybody are given again; tests that watch each change set 0. */
  sharedReplyMs?: number;
  /** Migrations that the database lacks, for readiness. */
  countPendingMigrations?: () => Promise<number>;
}

export interface App {
  server: FastifyInstance;
  deps: Deps;
  payments: Payments;
  endpoints: Endpoint[];
  /** Every sweep there is, by name. */
  sweepNames: string[];
  /** Runs one sweep to its end, by name. */
  sweep(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Puts the whole product together without listening: the only place where all modules meet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, log } = options;
  const server = createServer({ log, trustProxy: config.trustProxy });
  let sweeper: Sweeper | undefined;
  const deps: Deps = {
    config,
    db,
    log,
    facts: createFacts(),
    files: createFiles(config),
    keys: options.keys ?? (await loadSigningKeys(db)),
    personalRecords: createPersonalRecords(),
    nudge: (sweep) => sweeper?.nudge(sweep),
  };
  const context: RouteContext = {
    app: server,
    authenticate: createAuthenticate(deps),
    limiter: createLimiter(config.rateLimits),
    baseUrl: config.baseUrl,
    cookieName: sessionCookieName(config.production),
    validateReplies: options.validateReplies ?? false,
    endpoints: [],
    sharedReplies: createSharedReplies(server, options.sharedReplyMs),
    requireConfirmed: (token) => requireConfirmed(db, token),
  };

  const release = findRelease(options.web?.dev === true);
  const faults = createFaults(deps, release);
  faultsRoutes(context, faults);
  const analytics = createAnalytics(deps);
  contributeRecords(deps);

  if (options.web !== undefined) {
    await server.register(pages, {
      release,
      noteFault: faults.note,
      config,
      dev: options.web.dev,
      sessionCookie: context.cookieName,
      limiter: context.limiter,
    });
  }
  const payments = createPayments(deps, { server, wrapProvider: options.wrapProvider, courier: options.courier });
  listen(deps);

  settingsRoutes(context, deps, release);
  mediaRoutes(context, deps);
  accountsRoutes(context, deps);
  eventsRoutes(context, deps);
  promotionsRoutes(context, deps);
  eventDeskRoutes(context, deps);
  ordersRoutes(context, deps, payments);
  paymentsRoutes(context, deps, payments);
  papersRoutes(context, deps);
  ticketsRoutes(context, deps);
  doorRoutes(context, deps);
  feedsRoutes(context, deps);
  interestRoutes(context, deps);
  analyticsRoutes(context, analytics);
  searchRoutes(context, [eventsSearch(db)]);
  staffRoutes(context, deps, payments);
  operationsRoutes(context, deps, options.countPendingMigrations ?? (async () => 0));

  const sweeps = sweepsOf(deps, payments, (close) => void server.addHook("onClose", async () => close()));
  if (options.sweeps ?? true)
    sweeper = startSweeps(sweeps, log, (error, sweep) => faults.note(error, `sweep ${sweep}`));

  return {
    server,
    deps,
    payments,
    endpoints: context.endpoints,
    sweepNames: sweeps.map(({ name }) => name),
    sweep: (name) => runSweep(sweeps, name),
    async close() {
      await server.close();
      await sweeper?.stop();
    },
  };
}

async function runSweep(sweeps: Sweep[], name: string): Promise<void> {
  const sweep = sweeps.find((candidate) => candidate.name === name);
  if (sweep === undefined) throw new Error(`There is no sweep named ${name}`);
  while ((await sweep.run()) === true);
}

/** Lets the modules hear of each other's facts, in their order. */
function listen(deps: Deps): void {
  hearForEvents(deps);
  hearForOrders(deps);
  hearForPapers(deps);
  hearForEmail(deps);
  hearForAudit(deps);
}

/** What staff do across the modules, and what each of these contributes to a person's page. */
function staffRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  auditRoutes(context, deps);
  peopleRoutes(context, deps, [findBuyers, ticketPersonFinder(deps)]);
  paperDeskRoutes(context, deps);
  orderDeskRoutes(context, deps);
  ticketTypeRoutes(context, deps);
  promotionDeskRoutes(context, deps);
  attendeesRoutes(context, deps);
  outboxRoutes(context, deps);
  reconciliationRoutes(context, deps, payments);
  invariantRoutes(context, deps);
  deskRoutes(context, deps);
  timelineRoutes(context, deps, [
    accountsTimeline,
    auditTimeline,
    ordersTimeline,
    ticketsTimeline,
    doorTimeline,
    emailTimeline,
  ]);
}

/** What each module keeps of a person, for the download and for forgetting; later modules first forget. */
function contributeRecords(deps: Deps): void {
  deps.personalRecords.contribute("interests", interestRecords);
  deps.personalRecords.contribute("visits", analyticsRecords);
  deps.personalRecords.contribute("orders", ordersRecords(deps));
  deps.personalRecords.contribute("papers", papersRecords);
  deps.personalRecords.contribute("tickets", ticketsRecords);
  deps.personalRecords.contribute("mails", emailRecords);
}

function sweepsOf(deps: Deps, payments: Payments, onClose: (close: () => void) => void) {
  return [
    ...accountsSweeps(deps),
    ...auditSweeps(deps),
    ...eventsSweeps(deps),
    ...mediaSweeps(deps),
    ...ordersSweeps(deps),
    ...paymentsSweeps(deps, payments),
    ...papersSweeps(deps),
    ...reconciliationSweeps(deps, payments),
    ...emailSweeps(deps, onClose),
    ...faultsSweeps(deps),
    ...interestSweeps(deps),
    ...analyticsSweeps(deps),
    ...invariantSweeps(deps),
    wordsSweep(deps.db),
  ];
}
