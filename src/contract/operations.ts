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
  summary: "Readiness: the database is reached, its schema is current, and mails and payments are not stuck",
  access: "public",
  limit: "none",
  reply: State.extend({
    database: z.enum(["ok", "unreachable"]),
    migrations: z.enum(["ok", "pending", "unknown"]),
    /** Due work that nobody has taken for five minutes. */
    overdue: z.object({ emails: z.int(), webhooks: z.int(), payments: z.int() }).nullable(),
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
