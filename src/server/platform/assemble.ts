import type { JobName } from "./job-names.generated.ts";
import type { FastifyInstance } from "fastify";
import type { Logger as PinoLogger } from "pino";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Config } from "#server/config.ts";
import { countInDatabase, rateCountersJob } from "./counters.ts";
import { connectionsOf, type ConnectionSettings, type Database } from "./db/database.ts";
import { wordSearchJob } from "./db/word-search.ts";
import type { Deps } from "./deps.ts";
import { createEventBus } from "./domain-events.ts";
import { createFiles } from "./files/files.ts";
import { createDrain } from "./http/drain.ts";
import { createLimiter } from "./http/limits.ts";
import { sessionCookieName } from "./http/principal.ts";
import type { RouteContext } from "./http/route.ts";
import { createServer } from "./http/server.ts";
import { createTrustedNetworks } from "./http/trusted-networks.ts";
import { findStaffRights } from "./staff-rights.ts";
import { createSharedReplies } from "./http/shared-replies.ts";
import { createMetrics } from "./metrics.ts";
import { setJobRunner, startJobs, type Job, type JobRunner } from "./jobs.ts";
import { collect, type ModuleParts, type Services } from "./module-parts.ts";
import type { Host, Module, ModuleOptions } from "./module.ts";
import { createPersonalRecords } from "./personal-records.ts";
import { createProofs } from "./proof/index.ts";
import { createRealtime } from "./realtime/index.ts";
import { realtimeRoutes } from "./realtime/routes.ts";
import { loadSigningKeys, type SigningKeys } from "./signing-keys.ts";

/** What an app is built with: its settings and database, and what tests replace. */
export interface AssembleOptions extends ModuleOptions {
  config: Config;
  db: Database;
  /** How to reach the database without a pooler, to be notified of realtime messages; without it, nodes only poll. */
  direct?: ConnectionSettings;
  log: PinoLogger;
  /** Read from the database if not given. */
  keys?: SigningKeys;
  /** Checks every response against its contract. Tests turn it on. */
  validateReplies?: boolean;
  /** Runs the background jobs (holds, payments, email). Tests that run jobs by hand turn it off. */
  jobs?: boolean;
  /** Rounds in each derivation of a proof of work. Tests lower them. */
  proofRounds?: number;
  /** For how long challenges of proofs of work are reused. Tests that watch each set 0. */
  proofCacheMs?: number;
  /** How long responses that are the same for everyone are reused. Tests that watch each change set 0. */
  sharedReplyMs?: number;
}

/** One app: a process has one, tests have several side by side on one database. */
export interface App {
  server: FastifyInstance;
  deps: Deps;
  services: Services;
  endpoints: Endpoint[];
  /** The names of all background jobs. */
  jobNames: JobName[];
  /** Runs one job until it has no work left. */
  runJob(name: JobName): Promise<void>;
  /**
   * Finishes requests and jobs. Afterwards nothing uses the database anymore.
   *
   * @param options.waitMs first serves for this long while readiness says no, so that a balancer notices
   */
  close(options?: { waitMs?: number }): Promise<void>;
}

/** Builds an app from modules, in their order, without listening. */
export async function assemble(modules: Module[], options: AssembleOptions): Promise<App> {
  const { config, db, log } = options;
  const metrics = createMetrics();
  const server = createServer({ log, trustProxy: config.trustProxy, metrics, settings: config });
  metrics.gauge("db_pool_connections", "Database connections of this node, and requests that wait for one", () =>
    Object.entries(connectionsOf(db)).map(([state, value]) => ({ labels: { state }, value })),
  );
  const drain = createDrain(server.server);
  let jobRunner: JobRunner | undefined;
  const contributions: ModuleParts[] = [];
  const channel = createRealtime(config, { db, log, metrics, direct: options.direct });
  server.addHook("preClose", () => channel.stop());
  const keys = options.keys ?? (await loadSigningKeys(db));
  const openCounter = countInDatabase(db);
  const deps: Deps = {
    config,
    db,
    log,
    metrics,
    bus: createEventBus(),
    files: createFiles(config),
    keys,
    personalRecords: createPersonalRecords(),
    realtime: channel.realtime,
    openCounter,
    proofs: createProofs({
      db,
      keys,
      metrics,
      openCounter,
      rounds: options.proofRounds,
      cacheMs: options.proofCacheMs,
    }),
    trustedNetworks: createTrustedNetworks(() => readNetworks(contributions, db)),
    contributed: (kind) => collect(contributions, kind),
    nudge: (job) => jobRunner?.nudge(job),
  };
  const context = createRouteContext(server, deps, options);
  const host: Host = {
    deps,
    server,
    context,
    options,
    services: {} as Services,
    contributions,
    isStopping: () => drain.hasBegun,
    recordError: (error, where) => collect(contributions, "recordError").forEach((note) => note(error, where)),
  };

  const jobs: Job[] = [wordSearchJob(db), rateCountersJob(db), deps.proofs.job, channel.job];
  realtimeRoutes(context, channel, () => collect(contributions, "topics"));
  for (const { build, parts: fixed } of modules) {
    const parts = { ...fixed, ...(await build(host)) };
    Object.assign(context, parts.authentication);
    Object.assign(host.services, parts.services);
    contributions.push(parts);
    for (const [name, source] of Object.entries(parts.personalData ?? {}))
      deps.personalRecords.contribute(name, source);
    parts.on?.(deps.bus);
    parts.routes?.(context);
    jobs.push(...(parts.jobs ?? []));
  }
  for (const subscribe of collect(contributions, "onAll")) subscribe(deps.bus);
  if (options.jobs ?? true) {
    jobRunner = startJobs(jobs, { log, metrics, onFailure: (error, job) => host.recordError(error, `job ${job}`) });
    setJobRunner(db, jobRunner);
  }

  return {
    server,
    deps,
    services: host.services,
    endpoints: context.endpoints,
    jobNames: jobs.map(({ name }) => name as JobName),
    runJob: (name) => runJob(jobs, name),
    async close({ waitMs = 0 } = {}) {
      // Before the framework closes: pages under way still read from the API.
      await drain.run(waitMs, () => channel.endConnections());
      await server.close();
      await jobRunner?.stop();
    },
  };
}

const readNetworks = async (contributions: ModuleParts[], db: Database) =>
  (await Promise.all(collect(contributions, "trustedNetworks").map((read) => read(db)))).flat();

/** What every route needs; a module adds how people are authenticated. */
function createRouteContext(server: FastifyInstance, deps: Deps, options: AssembleOptions): RouteContext {
  const { config, openCounter, proofs } = deps;
  const nobody = () => Promise.reject(new Error("No module authenticates"));
  return {
    app: server,
    authenticate: nobody,
    requireConfirmed: nobody,
    limiter: createLimiter(config.rateLimits, openCounter, deps.trustedNetworks),
    proofs,
    baseUrl: config.baseUrl,
    cookieName: sessionCookieName(config.production),
    validateReplies: options.validateReplies ?? false,
    endpoints: [],
    sharedReplies: createSharedReplies(server, options.sharedReplyMs),
    scopes: {
      db: deps.db,
      findStaffRights: (userId) => findStaffRights(deps, userId),
      findScopeCheck: (noun) => deps.contributed("scopes").find((checks) => checks[noun])?.[noun],
    },
  };
}

async function runJob(jobs: Job[], name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`There is no job named ${name}`);
  while ((await job.run()) === true);
}
