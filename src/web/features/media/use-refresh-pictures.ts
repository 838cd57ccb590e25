import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { picturePath, picturesPath } from "./queries.ts";

/** Refetches everything that shows the library, except deleted images. */
export function useRefreshPictures() {
  const queryClient = useQueryClient();
  return useCallback(
    (gone: number[] = []) => {
      const paths = gone.map(picturePath);
      return queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          String(queryKey[0]).startsWith(picturesPath) && !paths.includes(String(queryKey[0])),
      });
    },
    [queryClient],
  );
}
