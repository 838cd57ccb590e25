import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import type { LibraryPicture } from "#contract/media.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { SpinnerMark } from "#web/ui/spinner-mark.tsx";
import { faultText } from "../words.ts";

export const tileSizes = "(min-width: 80rem) 12rem, (min-width: 48rem) 22vw, 46vw";

/** The picture itself, as a tile of a wall; while it is worked on or where it was refused, that. */
export function PictureFace({ picture, className }: { picture: LibraryPicture; className?: string }) {
  const { poster, fault, alt } = picture;
  const frame = clsx("relative block aspect-4/5 w-full overflow-hidden rounded-sm bg-raised", className);
  if (poster) {
    return (
      <span className={frame}>
        <Poster poster={poster} sizes={tileSizes} decorative className="size-full!" />
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
      {fault ? (
        <>
          <ImageOff aria-hidden="true" className="size-7 text-hibiscus" strokeWidth={1.5} />
          <span className="text-hibiscus">{faultText[fault]}</span>
        </>
      ) : (
        <>
          <SpinnerMark className="size-7 text-gilt" />
          <span className="text-muted">Working on it</span>
        </>
      )}
    </span>
  );
}

/** What a picture is called where there is little room: what it shows, else its file. */
export const pictureName = ({ alt, fileName }: Pick<LibraryPicture, "alt" | "fileName">) => alt || fileName;
