import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const State = z.object({ status: z.enum(["ok", "unavailable"]) });

export const getHealth = endpoint({
  method: "GET",
  path: "/healthz",
  summary: "Liveness: the process answers",
  access: "public",
  limit: "none",
  reply: State,
  errors: [],
});

export const getReadiness = endpoint({
  method: "GET",
  path: "/readyz",
  summary:
    "Readiness: the database is reached and its schema is current; with details, what is stuck or does not add up",
  access: "public",
  limit: "none",
  /** `/readyz?details` also tells whether all holds that always must. It never makes the site unready: see the runbook. */
  query: z.object({ details: z.string().optional() }),
  reply: State.extend({
    database: z.enum(["ok", "unreachable"]),
    migrations: z.enum(["ok", "pending", "unknown"]),
    /** Due work that nobody has taken for five minutes. */
    overdue: z.object({ emails: z.int(), webhooks: z.int(), payments: z.int() }).nullable(),
    /** As the site last saw it, with details only. */
    invariants: z
      .object({
        state: z.enum(["sound", "broken", "unknown"]),
        broken: z.array(z.object({ id: z.string(), holds: z.string(), rowCount: z.int(), since: z.iso.datetime() })),
        unchecked: z.array(z.string()),
        checkedSince: z.iso.datetime().nullable(),
      })
      .nullish(),
    /** Whether mails about failed refunds and disputes have anybody to go to; with details only. */
    moneyMails: z.enum(["reach_staff", "reach_nobody"]).nullish(),
  }),
  errors: [],
});

export const getMetrics = endpoint({
  method: "GET",
  path: "/metrics",
  summary: "Figures for Prometheus",
  access: "public",
  limit: "none",
  reply: z.string(),
  errors: [],
});

export const getOpenApi = endpoint({
  method: "GET",
  path: "/api/openapi.json",
  summary: "This description",
  access: "public",
  limit: "read",
  reply: z.looseObject({ openapi: z.string() }),
  errors: [],
});
