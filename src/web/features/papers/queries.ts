import { queryOptions } from "@tanstack/react-query";
import type { Paper, PaperKind } from "#contract/papers.ts";
import { withQuery } from "#web/lib/paths.ts";

/** Where a paper of an order is. @param key of the order's link, for whoever has no session */
export const paperPath = (orderId: string, paper: string, key?: string) =>
  withQuery(`/api/orders/${encodeURIComponent(orderId)}/${paper}`, { key });

/** The papers of an order, oldest first. */
export const papersQuery = (orderId: string, key?: string) =>
  queryOptions<{ items: Paper[] }, Error, { items: Paper[] }, readonly [string]>({
    queryKey: [paperPath(orderId, "papers", key)],
  });

/** What a kind of paper is called. */
export const paperNames: Record<PaperKind, string> = {
  receipt: "Receipt",
  invoice: "Invoice",
  cancellation: "Cancellation",
  credit_note: "Credit note",
};
