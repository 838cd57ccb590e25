import { clsx } from "clsx";
import { ImageOff } from "lucide-react";
import type { LibraryPicture } from "#contract/media.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { refusalText } from "../labels.ts";

export const tileSizes = "(min-width: 80rem) 12rem, (min-width: 48rem) 22vw, 46vw";

/** The image as a tile of the library; while it is processed or after it was rejected, a note that says so. */
export function PictureFace({ picture, className }: { picture: LibraryPicture; className?: string }) {
  const { poster, refusal, alt } = picture;
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
