import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { PictureFilter } from "#contract/media.ts";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { isUnderWay } from "./file-uploads.ts";

/** The library, page by page. It refetches while images are being processed. */
export const libraryQuery = (filter: { q: string | undefined; show: PictureFilter | undefined }) =>
  infiniteQueryOptions({
    queryKey: [apiPath("GET /api/admin/pictures", { query: filter }), "pages"] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi("GET /api/admin/pictures", { query: { ...filter, cursor }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
    gcTime: 10_000,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) === true ? 1500 : false,
  });

/** One image and where it is used. */
export const pictureQuery = (id: number) =>
  queryOptions({
    ...apiQuery("GET /api/admin/pictures/{id}", { params: { id } }),
    staleTime: 0,
    gcTime: 10_000,
    refetchInterval: ({ state: { data } }) =>
      data && (isUnderWay(data) || (data.replacement && isUnderWay(data.replacement))) ? 1000 : false,
  });

/** Refetches everything that shows the library, except deleted images. */
export function useRefreshPictures() {
  const queryClient = useQueryClient();
  return (gone: number[] = []) => {
    const all = apiPath("GET /api/admin/pictures");
    const paths = gone.map((id) => apiPath("GET /api/admin/pictures/{id}", { params: { id } }));
    return queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(all) && !paths.includes(String(queryKey[0])),
    });
  };
}
