import { queryOptions } from "@tanstack/react-query";
import type { Order } from "#contract/orders.ts";
import { withQuery } from "#web/lib/paths.ts";

/** @param key signed key from the email or the payment page's return URL: opens this one order without a session */
export const orderQuery = (id: string, key?: string) =>
  queryOptions<Order, Error, Order, readonly [string]>({
    queryKey: [withQuery(`/api/orders/${encodeURIComponent(id)}`, { key })],
  });
