import type { StreamLists, StreamView } from "#contract/streams/streams.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** What is live, what comes next and what can be watched again. */
export const streamsQuery = () => pathQuery<StreamLists>("/api/streams");

export const streamPath = (id: string | number) => `/api/streams/${id}`;
export const streamQuery = (id: string | number) => pathQuery<StreamView>(streamPath(id));
