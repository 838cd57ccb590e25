import { monitorEventLoopDelay } from "node:perf_hooks";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import * as contract from "#contract/operations.ts";
import { describeApi } from "./openapi.ts";
import { findOverdue, type Overdue } from "./operations-store.ts";
import type { Deps } from "./platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "./platform/http/route.ts";

interface Figures extends Overdue {
  pendingMigrations: number;
}

/** What operators and their tools ask: health, readiness, metrics, and the API's own description. */
export function operationsRoutes(context: RouteContext, deps: Deps, countPending: () => Promise<number>): void {
  route(context, contract.getHealth, async () => ({ status: "ok" as const }));

  route(context, contract.getReadiness, async ({ reply }) => {
    const figures = await readFigures(deps, countPending).catch(() => undefined);
    const ready = figures !== undefined && figures.pendingMigrations === 0;
    if (!ready) reply.code(503);
    const body = JSON.stringify({
      status: ready ? "ok" : "unavailable",
      database: figures === undefined ? "unreachable" : "ok",
      migrations: figures === undefined ? "unknown" : figures.pendingMigrations === 0 ? "ok" : "pending",
      overdue:
        figures === undefined
          ? null
          : { emails: figures.emails, webhooks: figures.webhooks, payments: figures.payments },
    });
    return new PreparedReply(body, ready ? 200 : 503);
  });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  context.app.addHook("onClose", async () => delay.disable());
  route(context, contract.getMetrics, async () => {
    const figures = await readFigures(deps, countPending).catch(() => undefined);
    return new PreparedReply(writeMetrics(figures, delay.percentile(99) / 1e9), 200, "text/plain; version=0.0.4");
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

async function readFigures({ db }: Deps, countPending: () => Promise<number>): Promise<Figures> {
  return { ...(await findOverdue(db)), pendingMigrations: await countPending() };
}

function writeMetrics(figures: Figures | undefined, loopDelaySeconds: number): string {
  const memory = process.memoryUsage();
  const lines: [name: string, help: string, value: number][] = [
    ["site_up", "1 while the database answers", figures === undefined ? 0 : 1],
    ["site_event_loop_delay_p99_seconds", "99th percentile of the event loop's delay", loopDelaySeconds],
    ["process_resident_memory_bytes", "Resident memory", memory.rss],
    ["process_start_time_seconds", "Start of the process", Math.round(Date.now() / 1000 - process.uptime())],
  ];
  if (figures !== undefined) {
    lines.push(
      ["site_overdue_emails", "Mails due for five minutes", figures.emails],
      ["site_overdue_webhooks", "Payment notices due for five minutes", figures.webhooks],
      ["site_overdue_payments", "Payments not looked at for five minutes", figures.payments],
    );
  }
  return `${lines.map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`).join("\n")}\n`;
}
