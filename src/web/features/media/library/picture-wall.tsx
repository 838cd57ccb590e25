import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LibraryPicture, PictureList } from "#contract/media.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { SpinnerMark, Skeleton } from "#web/ui/spinner.tsx";
import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { refusalText } from "../labels.ts";

/** The image as a tile of the library; while it is processed or after it was rejected, a note that says so. */
export function PictureFace({ picture, className }: { picture: LibraryPicture; className?: string }) {
  const { poster, refusal, alt } = picture;
  const frame = clsx("relative block aspect-4/5 w-full overflow-hidden rounded-sm bg-raised", className);
  if (poster) {
    return (
      <span className={frame}>
        <Poster
          poster={poster}
          sizes="(min-width: 80rem) 12rem, (min-width: 48rem) 22vw, 46vw"
          decorative
          className="size-full!"
        />
        {alt === "" && (
          <Badge tone="on-poster" className="absolute bottom-2 left-2">
            No alt text
          </Badge>
        )}
      </span>
    );
  }
  return (
    <span className={clsx(frame, "grid! place-content-center justify-items-center gap-2 p-3 text-center text-sm")}>
      {refusal ? (
        <>
          <ImageOff className="size-7 text-hibiscus" strokeWidth={1.5} />
          <span className="text-hibiscus">{refusalText[refusal]}</span>
        </>
      ) : (
        <>
          <SpinnerMark className="size-7 text-gilt" />
          <span className="text-muted">Processing</span>
        </>
      )}
    </span>
  );
}

/** A short name for an image: its alt text, or its file name. */
export const pictureName = ({ alt, fileName }: Pick<LibraryPicture, "alt" | "fileName">) => alt || fileName;

type PictureWallProps = {
  query: UseInfiniteQueryResult<{ pages: PictureList[] }>;
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
