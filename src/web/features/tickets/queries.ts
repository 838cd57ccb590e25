import { queryOptions } from "@tanstack/react-query";
import type { MyTicket } from "#contract/tickets.ts";

/** The signed-in user's tickets, next event first. */
export const myTicketsQuery = () =>
  queryOptions<{ items: MyTicket[] }, Error, { items: MyTicket[] }, readonly [string]>({
    queryKey: ["/api/my-tickets"],
  });
