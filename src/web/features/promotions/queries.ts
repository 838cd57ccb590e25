import { apiQuery } from "#web/lib/api.ts";

/** A promoter's results page, by its secret key. A missing or old key finds no page. */
export const promoterPageQuery = (key: string) => apiQuery("GET /api/promoters/results", { query: { key } });
