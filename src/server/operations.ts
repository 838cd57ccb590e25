import { hash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyRequest } from "fastify";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import * as contract from "#contract/operations.ts";
import { readArchiveGauge, writeMetric, type Metric } from "./platform/metrics.ts";
import type { Config } from "./config.ts";
import { AppError } from "./platform/app-error.ts";
import { diskStatus, readDisk, type Disk } from "./platform/disk.ts";
import { PreparedReply, route, type RouteContext } from "./platform/http/route.ts";
import { collect, collectCounters, countEach } from "./platform/module-parts.ts";
import { defineModule, type Host } from "./platform/module.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Description {
  paths: Record<string, Record<string, unknown>>;
  servers: { url: string }[];
  components: { securitySchemes: { cookie: { name: string } } };
}

/** The generated description of the API, as this site serves it: its address, its cookie, and the endpoints that it has. */
function readDescription({ baseUrl, cookieName, endpoints }: RouteContext): string {
  const text = readFileSync(join(import.meta.dirname, "openapi.generated.json"), "utf8");
  const description = JSON.parse(text) as Description;
  description.servers = [{ url: baseUrl }];
  description.components.securitySchemes.cookie.name = cookieName;
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const method of Object.keys(operations)) {
      if (!served.has(`${method.toUpperCase()} ${path}`)) delete operations[method];
    }
    if (Object.keys(operations).length === 0) delete description.paths[path];
  }
  return JSON.stringify(description);
}

declare module "./platform/module.ts" {
  interface ModuleOptions {
    /** Counts the migrations that the database lacks, for readiness. */
    countPendingMigrations?: () => Promise<number>;
    /** True if the database has just refused a write because its disk is full. */
    wasRefusedSpace?: () => boolean;
  }
}

/** The operators' endpoints: health, readiness, metrics and the API's own description. */
export const operations = defineModule("operations", (host) => ({ routes: () => operationsRoutes(host) }));

/**
 * True if a caller may see how the site is doing: anyone on http, where the site runs for its developers, and on https
 * whoever sends the metrics token.
 */
function isOperator({ production, metricsToken }: Config, { headers }: FastifyRequest): boolean {
  if (metricsToken === undefined) return !production;
  // Hashes have one length, so that comparing takes the same time for every guess.
  const digest = (text: string) => hash("sha256", text, "buffer");
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${metricsToken}`));
}

function operationsRoutes({ deps: { config, db, metrics }, context, options, contributions, isStopping }: Host): void {
  const countPending = options.countPendingMigrations ?? (async () => 0);
  const readFigures = async () => ({
    pendingMigrations: await countPending(),
    overdue: await countEach(db, collectCounters(contributions, "overdue")),
  });

  const readDataDisk = () => readDisk(config.dataDir).catch(() => undefined);
  const wasRefusedSpace = options.wasRefusedSpace ?? (() => false);

  route(context, contract.getHealth, async () => ({ status: "ok" as const }));

  route(context, contract.getReadiness, async ({ request, query }) => {
    const [figures, disk] = await Promise.all([readFigures().catch(() => undefined), readDataDisk()]);
    const ready = figures !== undefined && figures.pendingMigrations === 0 && !isStopping();
    const status = ready ? "ok" : "unavailable";
    if (!isOperator(config, request)) return new PreparedReply(JSON.stringify({ status }), ready ? 200 : 503);
    // Shown beside readiness but never part of it: taking a node out of service wouldn't fix the ledger.
    const details =
      query.details === undefined
        ? []
        : await Promise.all(collect(contributions, "details").map((describe) => describe(db)));
    const body = JSON.stringify({
      status,
      database: figures === undefined ? "unreachable" : "ok",
      migrations: figures === undefined ? "unknown" : figures.pendingMigrations === 0 ? "ok" : "pending",
      stopping: isStopping(),
      disk: diskStatus(disk, wasRefusedSpace()),
      overdue: figures?.overdue ?? null,
      ...Object.assign({}, ...details),
    });
    return new PreparedReply(body, ready ? 200 : 503);
  });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  context.app.addHook("onClose", async () => delay.disable());
  route(context, contract.getMetrics, async ({ request }) => {
    if (!isOperator(config, request)) throw new AppError("not_found");
    const [figures, disk] = await Promise.all([readFigures().catch(() => undefined), readDataDisk()]);
    const found =
      figures === undefined
        ? []
        : await Promise.all(
            [...collect(contributions, "metrics"), async () => [await readArchiveGauge(db)]].map((read) =>
              read(db).catch(() => []),
            ),
          );
    const all = [
      ...processGauges(figures !== undefined, delay.percentile(99) / 1e9),
      ...diskGauges(disk, wasRefusedSpace()),
      ...overdueGauges(figures?.overdue),
      ...metrics.read(),
      ...found.flat(),
    ];
    return new PreparedReply(all.map(writeMetric).join(""), 200, "text/plain; version=0.0.4");
  });

  let description: string | undefined;
  const describeOnce = () => (description ??= readDescription(context));
  route(context, contract.getOpenApi, async () => new PreparedReply(describeOnce()));
  context.app.register(async (scope) => {
    await scope.register(swagger, {
      mode: "static",
      specification: { document: { openapi: "3.1.0", info: { title: "Savage Gentlemen", version: "1" }, paths: {} } },
    });
    await scope.register(swaggerUi, {
      routePrefix: "/api/docs",
      staticCSP: true,
      transformSpecification: () => JSON.parse(describeOnce()) as Record<string, unknown>,
      transformSpecificationClone: false,
    });
  });
}

const gauge = (name: string, help: string, value: number): Metric => ({ name, help, values: [{ value }] });

function processGauges(isUp: boolean, loopDelaySeconds: number): Metric[] {
  return [
    gauge("site_up", "1 while the database responds", isUp ? 1 : 0),
    gauge("site_event_loop_delay_p99_seconds", "99th percentile of event loop delay", loopDelaySeconds),
    gauge("process_resident_memory_bytes", "Resident memory", process.memoryUsage().rss),
    gauge("process_start_time_seconds", "Process start time", Math.round(Date.now() / 1000 - process.uptime())),
  ];
}

function diskGauges(disk: Disk | undefined, wasRefused: boolean): Metric[] {
  const status = diskStatus(disk, wasRefused);
  return [
    gauge("site_disk_full", "1 if writes fail for lack of space, here or in the database", status === "full" ? 1 : 0),
    ...(disk === undefined
      ? []
      : [
          gauge("site_disk_free_bytes", "Free space on the data folder's disk", disk.freeBytes),
          gauge("site_disk_total_bytes", "Size of the data folder's disk", disk.totalBytes),
          gauge("site_disk_low", "1 if the data folder's disk is almost full", disk.isLow ? 1 : 0),
        ]),
  ];
}

const overdueGauges = (overdue: Record<string, number> | undefined): Metric[] =>
  Object.entries(overdue ?? {}).map(([what, count]) =>
    gauge(`site_overdue_${what}`, `Work overdue by five minutes: ${what}`, count),
  );

const root = join(import.meta.dirname, "../..");

/** Name of this build: the package's version and a stamp of the built web app, `1.0.0+Bq3x9KfT`. */
export function findRelease(dev: boolean): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return `${version}+${dev ? "dev" : buildStamp()}`;
}

/** The bundler names the entry by its content, so the name is the stamp. */
function buildStamp(): string {
  const manifest = join(root, "dist/client/.vite/manifest.json");
  if (!existsSync(manifest)) return "unbuilt";
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string; isEntry?: boolean }>;
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry);
  return /-([\w-]{8})\.js$/.exec(entry?.file ?? "")?.[1] ?? "unbuilt";
}
