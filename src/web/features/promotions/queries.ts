import { queryOptions } from "@tanstack/react-query";
import type { PromoterResults } from "#contract/promotions/promoters.ts";
import { withQuery } from "#web/lib/paths.ts";

/** A promoter's results page, by its secret key. A missing or old key finds no page. */
export const promoterPageQuery = (key: string) =>
  queryOptions<PromoterResults, Error, PromoterResults, readonly [string]>({
    queryKey: [withQuery("/api/promoters/results", { key })],
  });
