import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LibraryPicture } from "#contract/media.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

export type Pages = { pages: { items: LibraryPicture[]; total: number }[] };

export type PictureWallProps = {
  query: UseInfiniteQueryResult<Pages>;
  /** One tile. */
  children: (picture: LibraryPicture) => ReactNode;
  empty: { title: string; text: string };
};

/** A grid of images, newest first, with more on demand. */
export function PictureWall({ query, children, empty }: PictureWallProps) {
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const pictures = data?.pages.flatMap(({ items }) => items);
  if (error && !pictures) {
    return (
      <Callout tone="bad" title="We couldn't load the images">
        <p>{failureText(error)}</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Callout>
    );
  }
  return (
    <div className="grid gap-5" aria-busy={!pictures}>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6">
        {pictures
          ? pictures.map((picture) => <li key={picture.id}>{children(picture)}</li>)
          : Array.from({ length: 12 }, (_, index) => (
              <li key={index} aria-hidden="true">
                <Skeleton className="aspect-4/5" />
              </li>
            ))}
      </ul>
      {pictures?.length === 0 && (
        <div className="grid justify-items-center gap-2 py-10 text-center">
          <p className="display text-display-sm">{empty.title}</p>
          <p className="max-w-prose text-sm text-muted">{empty.text}</p>
        </div>
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          loading={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
