import { queryOptions } from "@tanstack/react-query";
import type { PromoCode } from "#contract/promo-codes.ts";
import type { Promoter, PromoterResults } from "#contract/promoters.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type CodeFilter = ListAt & {
  eventId?: number | undefined;
  q?: string;
  status?: string | undefined;
  sort?: string;
};
export const promoCodesQuery = (filter: CodeFilter) =>
  adminQuery<ListReply<PromoCode>>(withQuery("/api/admin/promo-codes", filter));
export const promoCodesFile = ({ page: _, cursor: __, ...filter }: CodeFilter) =>
  withQuery("/api/admin/promo-codes.csv", filter);

export type PromoterFilter = Omit<CodeFilter, "status"> & { status?: string | undefined };
export const promotersQuery = (filter: PromoterFilter) =>
  adminQuery<ListReply<Promoter>>(withQuery("/api/admin/promoters", filter));
export const promotersFile = ({ page: _, cursor: __, ...filter }: PromoterFilter) =>
  withQuery("/api/admin/promoters.csv", filter);

export const promoterLinkQuery = (id: number) => adminQuery<{ url: string }>(`/api/admin/promoters/${id}/link`);
export const promoterResultsQuery = (id: number) => adminQuery<PromoterResults>(`/api/admin/promoters/${id}/results`);

/** A promoter's results page, by its secret key. A missing or old key finds no page. */
export const promoterPageQuery = (key: string) =>
  queryOptions<PromoterResults, Error, PromoterResults, readonly [string]>({
    queryKey: [withQuery("/api/promoters/results", { key })],
  });
