import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cents, Currency, Id, Instant, List, Page, Uuid } from "./shapes.ts";

/** `open`: the bank has not decided. `won`: the money is ours. `lost`: it is the buyer's. */
export const DisputeStatus = z.enum(["open", "won", "lost"]);
export type DisputeStatus = z.infer<typeof DisputeStatus>;

/** Money that a buyer's bank asks back, with the order and the night that it was paid for. */
export const MoneyDispute = z.object({
  id: Uuid,
  provider: z.enum(["sandbox", "stripe"]),
  /** What the provider calls it: evidence is handed in there. */
  providerRef: z.string(),
  /** Where the provider shows it to us; null where it has no such place. */
  providerUrl: z.string().nullable(),
  amountCents: Cents,
  currency: Currency,
  status: DisputeStatus,
  reason: z.string(),
  order: z.object({ id: Uuid, number: z.string(), buyerName: z.string() }).nullable(),
  event: z.object({ id: Id, title: z.string(), startsAt: Instant, timeZone: z.string() }).nullable(),
  openedAt: Instant,
  /** Until when evidence is taken, where the provider tells. */
  evidenceDueAt: Instant.nullable(),
  closedAt: Instant.nullable(),
});
export type MoneyDispute = z.infer<typeof MoneyDispute>;

export const DisputeQuery = z.object({
  /** Part of the buyer's name or of the provider's number of it, or the order's number. */
  q: z.string().trim().max(100).optional(),
  status: DisputeStatus.optional(),
  page: Page,
});
export type DisputeQuery = z.infer<typeof DisputeQuery>;

export const listDisputes = endpoint({
  method: "GET",
  path: "/api/admin/money/disputes",
  summary: "Money that buyers' banks ask back: open ones first, by the day until which evidence is taken",
  access: "admin",
  limit: "read",
  query: DisputeQuery,
  reply: List(MoneyDispute),
  errors: ["invalid_input"],
});
