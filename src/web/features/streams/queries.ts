import { apiQuery } from "#web/lib/api.ts";

/** What is live, what comes next and what can be watched again. */
export const streamsQuery = () => apiQuery("GET /api/streams");

export const streamQuery = (id: number) => apiQuery("GET /api/streams/{id}", { params: { id } });
