import { monitorEventLoopDelay } from "node:perf_hooks";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import * as contract from "#contract/operations.ts";
import { describeApi } from "./openapi.ts";
import { PreparedReply, route } from "./platform/http/route.ts";
import { countEach, defineModule, type Gauge, type Host } from "./platform/module.ts";

declare module "./platform/module.ts" {
  interface ModuleOptions {
    /** Counts the migrations that the database lacks, for readiness. */
    countPendingMigrations?: () => Promise<number>;
  }
}

/** The operators' endpoints: health, readiness, metrics and the API's own description. */
export const operations = defineModule("operations", (host) => ({ routes: () => operationsRoutes(host) }));

function operationsRoutes({ deps: { db }, context, options, contributions }: Host): void {
  const countPending = options.countPendingMigrations ?? (async () => 0);
  const readFigures = async () => ({
    pendingMigrations: await countPending(),
    overdue: await countEach(db, contributions.overdue),
  });

  route(context, contract.getHealth, async () => ({ status: "ok" as const }));

  route(context, contract.getReadiness, async ({ reply, query }) => {
    const figures = await readFigures().catch(() => undefined);
    const ready = figures !== undefined && figures.pendingMigrations === 0;
    if (!ready) reply.code(503);
    // Shown beside readiness but never part of it: taking a node out of service wouldn't fix the ledger.
    const details =
      query.details === undefined ? [] : await Promise.all(contributions.details.map((describe) => describe(db)));
    const body = JSON.stringify({
      status: ready ? "ok" : "unavailable",
      database: figures === undefined ? "unreachable" : "ok",
      migrations: figures === undefined ? "unknown" : figures.pendingMigrations === 0 ? "ok" : "pending",
      overdue: figures?.overdue ?? null,
      ...Object.assign({}, ...details),
    });
    return new PreparedReply(body, ready ? 200 : 503);
  });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  context.app.addHook("onClose", async () => delay.disable());
  route(context, contract.getMetrics, async () => {
    const figures = await readFigures().catch(() => undefined);
    const found =
      figures === undefined ? [] : await Promise.all(contributions.gauges.map((read) => read(db).catch(() => [])));
    const gauges = [
      ...processGauges(figures !== undefined, delay.percentile(99) / 1e9),
      ...overdueGauges(figures?.overdue),
      ...found.flat(),
    ];
    return new PreparedReply(gauges.map(writeGauge).join(""), 200, "text/plain; version=0.0.4");
  });

  let description: string | undefined;
  const describeOnce = () => (description ??= JSON.stringify(describeApi(context.endpoints, context.baseUrl)));
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

const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] });

function processGauges(isUp: boolean, loopDelaySeconds: number): Gauge[] {
  return [
    gauge("site_up", "1 while the database responds", isUp ? 1 : 0),
    gauge("site_event_loop_delay_p99_seconds", "99th percentile of event loop delay", loopDelaySeconds),
    gauge("process_resident_memory_bytes", "Resident memory", process.memoryUsage().rss),
    gauge("process_start_time_seconds", "Process start time", Math.round(Date.now() / 1000 - process.uptime())),
  ];
}

const overdueGauges = (overdue: Record<string, number> | undefined): Gauge[] =>
  Object.entries(overdue ?? {}).map(([what, count]) =>
    gauge(`site_overdue_${what}`, `Work overdue by five minutes: ${what}`, count),
  );

function writeGauge({ name, help, values }: Gauge): string {
  const lines = values.map(({ labels, value }) => {
    const named = Object.entries(labels ?? {}).map(([label, text]) => `${label}="${text}"`);
    return `${name}${named.length > 0 ? `{${named.join(",")}}` : ""} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
}
