import { pathQuery } from "#web/lib/query-client.ts";
import type { MyTicket } from "#contract/tickets.ts";

/** The signed-in user's tickets, next event first. */
export const myTicketsQuery = () => pathQuery<{ items: MyTicket[] }>("/api/my-tickets");
