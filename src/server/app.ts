import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Config } from "./config.ts";
import {
  accountsRoutes,
  accountsJobs,
  accountsTimeline,
  createAuthenticate,
  peopleRoutes,
  requireConfirmed,
} from "./modules/accounts/index.ts";
import { auditRoutes, auditJobs, auditTimeline, subscribeAudit } from "./modules/audit/index.ts";
import { analyticsRecords, analyticsRoutes, analyticsJobs, createAnalytics } from "./modules/analytics/index.ts";
import { adminRoutes, searchRoutes, timelineRoutes } from "./modules/admin/index.ts";
import { doorRoutes, doorTimeline } from "./modules/door/index.ts";
import { emailRecords, emailJobs, emailTimeline, subscribeEmail, outboxRoutes } from "./modules/email/index.ts";
import {
  eventAdminRoutes,
  eventsRoutes,
  eventsSearch,
  subscribeEvents,
  eventsJobs,
  ticketTypeRoutes,
} from "./modules/events/index.ts";
import { createErrorReports, errorReportsRoutes, errorReportsJobs } from "./modules/error-reports/index.ts";
import { feedsRoutes } from "./modules/feeds/index.ts";
import { interestRecords, interestRoutes, interestJobs } from "./modules/interest/index.ts";
import { invariantRoutes, invariantJobs } from "./modules/invariants/index.ts";
import { mediaRoutes, mediaJobs } from "./modules/media/index.ts";
import {
  findBuyers,
  subscribeOrders,
  orderAdminRoutes,
  ordersRecords,
  ordersRoutes,
  ordersJobs,
  ordersTimeline,
} from "./modules/orders/index.ts";
import {
  subscribeOrderDocuments,
  orderDocumentAdminRoutes,
  orderDocumentsRecords,
  orderDocumentsRoutes,
  orderDocumentsJobs,
} from "./modules/order-documents/index.ts";
import { settingsRoutes } from "./modules/settings/index.ts";
import {
  createPayments,
  paymentsRoutes,
  paymentsJobs,
  type Courier,
  type PaymentProvider,
  type Payments,
} from "./modules/payments/index.ts";
import { reconciliationRoutes, reconciliationJobs } from "./modules/reconciliation/index.ts";
import { promotionAdminRoutes, promotionsRoutes } from "./modules/promotions/index.ts";
import {
  attendeesRoutes,
  ticketPersonFinder,
  ticketsRecords,
  ticketsRoutes,
  ticketsTimeline,
} from "./modules/tickets/index.ts";
import type { Database } from "./platform/db/database.ts";
import { wordSearchJob } from "./platform/db/word-search.ts";
import type { Deps } from "./platform/deps.ts";
import { createEventBus } from "./platform/domain-events.ts";
import { createFiles } from "./platform/files/files.ts";
import { createLimiter } from "./platform/http/limits.ts";
import { sessionCookieName } from "./platform/http/principal.ts";
import type { RouteContext } from "./platform/http/route.ts";
import { createSharedReplies } from "./platform/http/shared-replies.ts";
import { createServer } from "./platform/http/server.ts";
import { createPersonalRecords } from "./platform/personal-records.ts";
import { loadSigningKeys, type SigningKeys } from "./platform/signing-keys.ts";
import { startJobs, type Job, type JobRunner } from "./platform/jobs.ts";
import { operationsRoutes } from "./operations.ts";
import { pages } from "./pages.ts";
import { findRelease } from "./release.ts";

export interface AppOptions {
  config: Config;
  db: Database;
  log: PinoLogger;
  /** Read from the database if not given. */
  keys?: SigningKeys;
  /** Checks every response against its contract. Tests turn it on. */
  validateReplies?: boolean;
  /** Runs the background jobs (holds, payments, email). Tests that run jobs by hand turn it off. */
  jobs?: boolean;
  /** Replaces or wraps the payment providers. Tests drop, delay and duplicate what they send. */
  wrapProvider?: (provider: PaymentProvider) => PaymentProvider;
  /** Delivers the sandbox's webhook events instead of the direct way. */
  courier?: Courier;
  /** Also serves the web app. `dev` serves it from its sources. */
  web?: { dev: boolean };
  /** How long responses that are the same for everyone are reused. Tests that watch each change set 0. */
  sharedReplyMs?: number;
  /** Counts the migrations that the database lacks, for readiness. */
  countPendingMigrations?: () => Promise<number>;
}

export interface App {
  server: FastifyInstance;
  deps: Deps;
  payments: Payments;
  endpoints: Endpoint[];
  /** The names of all background jobs. */
  jobNames: string[];
  /** Runs one job until it has no work left. */
  runJob(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Builds the whole product without listening. This is the only place where all modules meet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, log } = options;
  const server = createServer({ log, trustProxy: config.trustProxy });
  let jobRunner: JobRunner | undefined;
  const deps: Deps = {
    config,
    db,
    log,
    bus: createEventBus(),
    files: createFiles(config),
    keys: options.keys ?? (await loadSigningKeys(db)),
    personalRecords: createPersonalRecords(),
    nudge: (job) => jobRunner?.nudge(job),
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
  const errorReports = createErrorReports(deps, release);
  errorReportsRoutes(context, errorReports);
  const analytics = createAnalytics(deps);
  contributeRecords(deps);

  if (options.web !== undefined) {
    await server.register(pages, {
      release,
      noteError: errorReports.note,
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
  eventAdminRoutes(context, deps);
  ordersRoutes(context, deps, payments);
  paymentsRoutes(context, deps, payments);
  orderDocumentsRoutes(context, deps);
  ticketsRoutes(context, deps);
  doorRoutes(context, deps);
  feedsRoutes(context, deps);
  interestRoutes(context, deps);
  analyticsRoutes(context, analytics);
  searchRoutes(context, [eventsSearch(db)]);
  staffRoutes(context, deps, payments);
  operationsRoutes(context, deps, options.countPendingMigrations ?? (async () => 0));

  const jobs = jobsOf(deps, payments, (close) => void server.addHook("onClose", async () => close()));
  if (options.jobs ?? true) jobRunner = startJobs(jobs, log, (error, job) => errorReports.note(error, `job ${job}`));

  return {
    server,
    deps,
    payments,
    endpoints: context.endpoints,
    jobNames: jobs.map(({ name }) => name),
    runJob: (name) => runJob(jobs, name),
    async close() {
      await server.close();
      await jobRunner?.stop();
    },
  };
}

async function runJob(jobs: Job[], name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`There is no job named ${name}`);
  while ((await job.run()) === true);
}

/** Registers the modules' domain event handlers, in order. */
function listen(deps: Deps): void {
  subscribeEvents(deps);
  subscribeOrders(deps);
  subscribeOrderDocuments(deps);
  subscribeEmail(deps);
  subscribeAudit(deps);
}

/** Registers the staff routes of all modules, and what each module adds to a customer's page. */
function staffRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  auditRoutes(context, deps);
  peopleRoutes(context, deps, [findBuyers, ticketPersonFinder(deps)]);
  orderDocumentAdminRoutes(context, deps);
  orderAdminRoutes(context, deps);
  ticketTypeRoutes(context, deps);
  promotionAdminRoutes(context, deps);
  attendeesRoutes(context, deps);
  outboxRoutes(context, deps);
  reconciliationRoutes(context, deps, payments);
  invariantRoutes(context, deps);
  adminRoutes(context, deps);
  timelineRoutes(context, deps, [
    accountsTimeline,
    auditTimeline,
    ordersTimeline,
    ticketsTimeline,
    doorTimeline,
    emailTimeline,
  ]);
}

/** Registers each module's personal records, for the data download and for deletion. Deletion runs in reverse order. */
function contributeRecords(deps: Deps): void {
  deps.personalRecords.contribute("interests", interestRecords);
  deps.personalRecords.contribute("visits", analyticsRecords);
  deps.personalRecords.contribute("orders", ordersRecords(deps));
  deps.personalRecords.contribute("documents", orderDocumentsRecords);
  deps.personalRecords.contribute("tickets", ticketsRecords);
  deps.personalRecords.contribute("mails", emailRecords);
}

function jobsOf(deps: Deps, payments: Payments, onClose: (close: () => void) => void) {
  return [
    ...accountsJobs(deps),
    ...auditJobs(deps),
    ...eventsJobs(deps),
    ...mediaJobs(deps),
    ...ordersJobs(deps),
    ...paymentsJobs(deps, payments),
    ...orderDocumentsJobs(deps),
    ...reconciliationJobs(deps, payments),
    ...emailJobs(deps, onClose),
    ...errorReportsJobs(deps),
    ...interestJobs(deps),
    ...analyticsJobs(deps),
    ...invariantJobs(deps),
    wordSearchJob(deps.db),
  ];
}
