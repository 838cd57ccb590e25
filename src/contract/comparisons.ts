import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Instant, List, Page } from "./shapes.ts";

/** Our books held against a provider's own list of money, in both directions. */
export const MoneyComparison = z.object({
  id: Id,
  provider: z.enum(["sandbox", "stripe"]),
  /** The night in UTC; null where somebody asked for it. */
  day: z.iso.date().nullable(),
  startedBy: z.string().nullable(),
  startedAt: Instant,
  /** Up to when money was compared: what is younger may still be moving. */
  until: Instant,
  /** How far the list is read, 0 to 1. */
  progress: z.number(),
  /** Lines of the provider's list, and how many things differ; null before it is done. */
  charges: z.int().nullable(),
  refunds: z.int().nullable(),
  disputes: z.int().nullable(),
  differences: z.int().nullable(),
  /** Why it does not get on. */
  error: z.string().nullable(),
  doneAt: Instant.nullable(),
});
export type MoneyComparison = z.infer<typeof MoneyComparison>;

export const listComparisons = endpoint({
  method: "GET",
  path: "/api/admin/money/comparisons",
  summary: "When our books were held against the provider's list, and what came of it, newest first",
  access: "admin",
  limit: "read",
  query: z.object({ page: Page }),
  reply: List(MoneyComparison),
  errors: ["invalid_input"],
});

export const startComparison = endpoint({
  method: "POST",
  path: "/api/admin/money/comparisons",
  summary: "Compare with the provider's list now; one that is under way is answered instead of another",
  access: "admin",
  limit: "write",
  body: z.strictObject({}).optional(),
  reply: MoneyComparison,
  status: 202,
  errors: [],
});
