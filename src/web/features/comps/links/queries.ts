import { apiQuery } from "#web/lib/api.ts";

/** What a claim link gives, by its secret key. A wrong key finds no page. */
export const claimLinkQuery = (key: string) => apiQuery("GET /api/claim-links", { query: { key } });
