import { z } from "zod";
import { fileEndpoint, listEndpoint } from "../endpoint.ts";
import { PaymentProvider } from "./payments.ts";
import {
  Cents,
  Currency,
  CursorList,
  EventReference,
  Instant,
  InstantOrNull,
  paging,
  SearchText,
  TextOrNull,
  Uuid,
} from "../shapes.ts";

/** `open`: the bank hasn't decided. `won`: we keep the money. `lost`: the buyer gets it. */
const DisputeStatus = z.enum(["open", "won", "lost"]);

/** A dispute that a buyer's bank opened, with its order and event. */
export const MoneyDispute = z.object({
  id: Uuid,
  provider: PaymentProvider,
  /** The provider's id, to submit evidence there. */
  providerRef: z.string(),
  /** Its page in the provider's dashboard; null if there is none. */
  providerUrl: TextOrNull,
  amountCents: Cents,
  currency: Currency,
  status: DisputeStatus,
  reason: z.string(),
  order: z.object({ id: Uuid, number: z.string(), buyerName: z.string() }).nullable(),
  event: EventReference.nullable(),
  openedAt: Instant,
  /** When evidence is due, if the provider says. */
  evidenceDueAt: InstantOrNull,
  closedAt: InstantOrNull,
});
export type MoneyDispute = z.infer<typeof MoneyDispute>;

export const DisputeQuery = z.object({
  /** Part of the buyer's name or of the provider's id, or the order number. */
  q: SearchText,
  status: DisputeStatus.optional(),
  ...paging,
});
export type DisputeQuery = z.infer<typeof DisputeQuery>;

export const listDisputes = listEndpoint(
  "/api/admin/money/disputes",
  "Disputes: open ones first, by evidence due date",
  DisputeQuery,
  CursorList(MoneyDispute),
);

/** Times are in UTC, and money is in whole units of its currency. */
export const exportDisputes = fileEndpoint(
  "/api/admin/money/disputes.csv",
  DisputeQuery.omit({ page: true, cursor: true }),
);
