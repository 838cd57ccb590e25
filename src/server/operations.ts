import { monitorEventLoopDelay } from "node:perf_hooks";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { DiscrepancyKind } from "#contract/discrepancies.ts";
import * as contract from "#contract/operations.ts";
import type { InvariantCheck } from "#contract/invariants.ts";
import { findMoneyReaders } from "./modules/email/index.ts";
import { describeInvariants, findInvariantChecks } from "./modules/invariants/index.ts";
import { describeApi } from "./openapi.ts";
import { countOpenDiscrepancies } from "./modules/payments/index.ts";
import { findOverdue, type Overdue } from "./operations-store.ts";
import type { Deps } from "./platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "./platform/http/route.ts";

interface Figures extends Overdue {
  pendingMigrations: number;
  /** Open money discrepancies by kind. */
  discrepancies: Partial<Record<DiscrepancyKind, number>>;
}

/** Registers the operators' endpoints: health, readiness, metrics and the API's own description. */
export function operationsRoutes(context: RouteContext, deps: Deps, countPending: () => Promise<number>): void {
  route(context, contract.getHealth, async () => ({ status: "ok" as const }));

  route(context, contract.getReadiness, async ({ reply, query }) => {
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
      ...(query.details === undefined ? {} : await describeDetails(deps)),
    });
    return new PreparedReply(body, ready ? 200 : 503);
  });

  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  context.app.addHook("onClose", async () => delay.disable());
  route(context, contract.getMetrics, async () => {
    const figures = await readFigures(deps, countPending).catch(() => undefined);
    const checks = await findInvariantChecks(deps.db).catch(() => []);
    const text = writeMetrics(figures, delay.percentile(99) / 1e9) + writeInvariants(checks);
    return new PreparedReply(text, 200, "text/plain; version=0.0.4");
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
  return {
    ...(await findOverdue(db)),
    pendingMigrations: await countPending(),
    discrepancies: await countOpenDiscrepancies(db),
  };
}

/** Shown beside readiness but never part of it: taking a node out of service wouldn't fix the ledger. */
async function describeDetails({ db }: Deps) {
  const [invariants, moneyMails] = await Promise.all([
    findInvariantChecks(db).then(describeInvariants, () => null),
    findMoneyReaders(db).then(
      ({ length }) => (length > 0 ? "has_recipient" : "no_recipient"),
      () => null,
    ),
  ]);
  return { invariants, moneyMails };
}

function writeInvariants(checks: InvariantCheck[]): string {
  const gauge = (name: string, help: string, valueOf: (check: InvariantCheck) => number) =>
    `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${checks.map((check) => `${name}{id="${check.id}"} ${valueOf(check)}\n`).join("")}`;
  return [
    gauge("invariant_violations", "Rows that violate an invariant, counted up to 1,000", (check) => check.rowCount),
    gauge("invariant_unchecked", "1 if the last check was too slow or failed", ({ outcome }) =>
      outcome === "too_slow" || outcome === "failed" ? 1 : 0,
    ),
    gauge(
      "invariant_checked_timestamp_seconds",
      "When it was last checked",
      ({ checkedAt }) => Date.parse(checkedAt) / 1000,
    ),
  ].join("");
}

function writeMetrics(figures: Figures | undefined, loopDelaySeconds: number): string {
  const memory = process.memoryUsage();
  const lines: [name: string, help: string, value: number][] = [
    ["site_up", "1 while the database responds", figures === undefined ? 0 : 1],
    ["site_event_loop_delay_p99_seconds", "99th percentile of event loop delay", loopDelaySeconds],
    ["process_resident_memory_bytes", "Resident memory", memory.rss],
    ["process_start_time_seconds", "Process start time", Math.round(Date.now() / 1000 - process.uptime())],
  ];
  if (figures !== undefined) {
    lines.push(
      ["site_overdue_emails", "Emails overdue by five minutes", figures.emails],
      ["site_overdue_webhooks", "Payment webhooks overdue by five minutes", figures.webhooks],
      ["site_overdue_payments", "Payment checks overdue by five minutes", figures.payments],
    );
  }
  const discrepancies = DiscrepancyKind.options.map(
    (kind) => `site_open_discrepancies{kind="${kind}"} ${figures?.discrepancies[kind] ?? 0}`,
  );
  const kinds = `# HELP site_open_discrepancies Open money discrepancies\n# TYPE site_open_discrepancies gauge\n`;
  return `${lines.map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`).join("\n")}\n${figures === undefined ? "" : `${kinds}${discrepancies.join("\n")}\n`}`;
}
