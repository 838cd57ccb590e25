import { queryOptions } from "@tanstack/react-query";
import type { MyTicket } from "#contract/tickets.ts";

/** The tickets of whoever is signed in, next night first. */
export const myTicketsQuery = () =>
  queryOptions<{ items: MyTicket[] }, Error, { items: MyTicket[] }, readonly [string]>({
    queryKey: ["/api/my-tickets"],
  });
