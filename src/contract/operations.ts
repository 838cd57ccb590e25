import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Health = z.object({ status: z.enum(["ok", "unavailable"]) });

/** Asks nothing else, not even the database. */
export const getHealth = endpoint("GET /healthz", "Liveness: the process responds", {
  access: "public",
  limit: "none",
  reply: Health,
});

/** 503 with the same body while it isn't ready. */
export const getReadiness = endpoint(
  "GET /readyz",
  "Readiness: the database is reachable and its schema is current. For operators also what is overdue or broken",
  {
    access: "public",
    limit: "none",
    /** `/readyz?details` also reports the invariants. They never make the site unready: see the runbook. */
    query: z.object({ details: z.string().optional() }),
    /** Everything but the status is for operators: on https, callers with the metrics token. */
    reply: Health.extend({
      database: z.enum(["ok", "unreachable"]).optional(),
      migrations: z.enum(["ok", "pending", "unknown"]).optional(),
      /** True while the node finishes its last requests: send new ones elsewhere. */
      stopping: z.boolean().optional(),
      /** The data folder's disk and the database's. A full one stops sales but not pages, so it's never unready. */
      disk: z.enum(["ok", "low", "full", "unknown"]).optional(),
      /** Due work that nothing has picked up for five minutes, by what it is: emails, webhooks, payments. */
      overdue: z.record(z.string(), z.int()).nullish(),
      /** From the last check, with details only. */
      invariants: z
        .object({
          status: z.enum(["sound", "broken", "unknown"]),
          broken: z.array(z.object({ id: z.string(), holds: z.string(), rowCount: z.int(), since: z.iso.datetime() })),
          unchecked: z.array(z.string()),
          checkedSince: z.iso.datetime().nullable(),
        })
        .nullish(),
      /** Whether emails about failed refunds and disputes have a recipient; with details only. */
      moneyMails: z.enum(["has_recipient", "no_recipient"]).nullish(),
    }),
  },
);

/** `not_found` for anyone else. */
export const getMetrics = endpoint("GET /metrics", "Metrics for Prometheus; on https only with the metrics token", {
  access: "public",
  limit: "none",
  reply: z.string(),
  replyType: "text/plain",
  errors: ["not_found"],
});

/** Generated from the same contract that the server enforces. */
export const getOpenApi = endpoint("GET /api/openapi.json", "This API description", {
  access: "public",
  reply: z.looseObject({ openapi: z.string() }),
});
