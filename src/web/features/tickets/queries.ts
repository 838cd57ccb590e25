import { apiQuery } from "#web/lib/api.ts";

/** The signed-in user's tickets, next event first. */
export const myTicketsQuery = () => apiQuery("GET /api/my-tickets");
