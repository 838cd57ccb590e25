import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { PictureDetail, PictureFilter, PictureList } from "#contract/media.ts";
import { callJson } from "#web/lib/call.ts";
import { pathQuery } from "#web/lib/query-client.ts";
import { withQuery } from "#web/lib/paths.ts";
import { isUnderWay } from "./file-uploads.ts";

export const picturesPath = "/api/admin/pictures";
export const picturePath = (id: number) => `${picturesPath}/${id}`;

/** The library, page by page. It refetches while images are being processed. */
export const libraryQuery = (filter: { q: string | undefined; show: PictureFilter | undefined }) =>
  infiniteQueryOptions({
    queryKey: [withQuery(picturesPath, filter), "pages"] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      callJson<PictureList>("GET", withQuery(picturesPath, { ...filter, cursor }), { signal }),
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
    ...pathQuery<PictureDetail>(picturePath(id)),
    staleTime: 0,
    gcTime: 10_000,
    refetchInterval: ({ state: { data } }) =>
      data && (isUnderWay(data) || (data.replacement && isUnderWay(data.replacement))) ? 1000 : false,
  });

/** Refetches everything that shows the library, except deleted images. */
export function useRefreshPictures() {
  const queryClient = useQueryClient();
  return (gone: number[] = []) => {
    const paths = gone.map(picturePath);
    return queryClient.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(picturesPath) && !paths.includes(String(queryKey[0])),
    });
  };
}
