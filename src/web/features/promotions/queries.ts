import { queryOptions } from "@tanstack/react-query";
import type { PromoCode } from "#contract/promo-codes.ts";
import type { Promoter, PromoterResults } from "#contract/promoters.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type CodeFilter = {
  eventId?: number | undefined;
  q?: string;
  status?: string | undefined;
  sort?: string;
  page?: number | undefined;
  cursor?: string | undefined;
};
export const promoCodesQuery = (filter: CodeFilter) =>
  deskQuery<ListReply<PromoCode>>(withQuery("/api/admin/promo-codes", filter));
export const promoCodesFile = ({ page: _, cursor: __, ...filter }: CodeFilter) =>
  withQuery("/api/admin/promo-codes.csv", filter);

export type PromoterFilter = Omit<CodeFilter, "status"> & { state?: string | undefined };
export const promotersQuery = (filter: PromoterFilter) =>
  deskQuery<ListReply<Promoter>>(withQuery("/api/admin/promoters", filter));
export const promotersFile = ({ page: _, cursor: __, ...filter }: PromoterFilter) =>
  withQuery("/api/admin/promoters.csv", filter);

export const promoterLinkQuery = (id: number) => deskQuery<{ url: string }>(`/api/admin/promoters/${id}/link`);
export const promoterResultsQuery = (id: number) => deskQuery<PromoterResults>(`/api/admin/promoters/${id}/results`);

/** What a promoter sees with the secret of their link; an address without one, or with an old one, has no page. */
export const promoterPageQuery = (key: string) =>
  queryOptions<PromoterResults, Error, PromoterResults, readonly [string]>({
    queryKey: [withQuery("/api/promoters/results", { key })],
  });
