import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Config } from "./config.ts";
import { accountsRoutes, accountsSweeps, createAuthenticate } from "./modules/accounts/index.ts";
import { doorRoutes } from "./modules/door/index.ts";
import { emailSweeps, hearForEmail } from "./modules/email/index.ts";
import { eventsRoutes } from "./modules/events/index.ts";
import { mediaRoutes } from "./modules/media/index.ts";
import { hearForOrders, ordersRoutes, ordersSweeps } from "./modules/orders/index.ts";
import {
  createPayments,
  paymentsRoutes,
  paymentsSweeps,
  type Courier,
  type PaymentProvider,
  type Payments,
} from "./modules/payments/index.ts";
import { ticketsRoutes } from "./modules/tickets/index.ts";
import type { Database } from "./platform/db/database.ts";
import type { Deps } from "./platform/deps.ts";
import { createFacts } from "./platform/facts.ts";
import { createLimiter } from "./platform/http/limits.ts";
import { sessionCookieName } from "./platform/http/principal.ts";
import type { RouteContext } from "./platform/http/route.ts";
import { createSharedReplies } from "./platform/http/shared-replies.ts";
import { createServer } from "./platform/http/server.ts";
import { loadSigningKeys } from "./platform/signing-keys.ts";
import { startSweeps, type Sweeper } from "./platform/sweeps.ts";
import { operationsRoutes } from "./operations.ts";
import { pages } from "./pages.ts";

export interface AppOptions {
  config: Config;
  db: Database;
  log: PinoLogger;
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
    keys: await loadSigningKeys(db),
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
  };

  if (options.web !== undefined) {
    await server.register(pages, {
      config,
      dev: options.web.dev,
      sessionCookie: context.cookieName,
      limiter: context.limiter,
    });
  }
  const payments = createPayments(deps, { server, wrapProvider: options.wrapProvider, courier: options.courier });
  hearForOrders(deps);
  hearForEmail(deps);

  mediaRoutes(server, config);
  accountsRoutes(context, deps);
  eventsRoutes(context, deps);
  ordersRoutes(context, deps, payments);
  paymentsRoutes(context, deps, payments);
  ticketsRoutes(context, deps);
  doorRoutes(context, deps);
  operationsRoutes(context, deps, options.countPendingMigrations ?? (async () => 0));

  const sweeps = [
    ...accountsSweeps(deps),
    ...ordersSweeps(deps),
    ...paymentsSweeps(deps, payments),
    ...emailSweeps(deps, (close) => server.addHook("onClose", async () => close())),
  ];
  if (options.sweeps ?? true) sweeper = startSweeps(sweeps, log);

  return {
    server,
    deps,
    payments,
    endpoints: context.endpoints,
    async sweep(name) {
      const sweep = sweeps.find((candidate) => candidate.name === name);
      if (sweep === undefined) throw new Error(`There is no sweep named ${name}`);
      while ((await sweep.run()) === true);
    },
    async close() {
      await server.close();
      await sweeper?.stop();
    },
  };
}
