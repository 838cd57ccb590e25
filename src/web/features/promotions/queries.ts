import { queryOptions } from "@tanstack/react-query";
import type { PromoterResults } from "#contract/promoters.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const promoterLinkQuery = (id: number) => adminQuery<{ url: string }>(`/api/admin/promoters/${id}/link`);
export const promoterResultsQuery = (id: number) => adminQuery<PromoterResults>(`/api/admin/promoters/${id}/results`);

/** A promoter's results page, by its secret key. A missing or old key finds no page. */
export const promoterPageQuery = (key: string) =>
  queryOptions<PromoterResults, Error, PromoterResults, readonly [string]>({
    queryKey: [withQuery("/api/promoters/results", { key })],
  });
