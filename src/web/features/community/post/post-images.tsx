import { clsx } from "clsx";
import { useState } from "react";
import type { PostImage } from "#contract/community/community.ts";
import { paths } from "#web/lib/paths.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";

const Lightbox = lazyDialog("The photo", async () => (await import("#web/features/events/lightbox.tsx")).Lightbox);

const maxShown = 4;

/** A post's images as one picture; each opens large. Without scripts, an image opens as a file. */
export function PostImages({ images, lead = false }: { images: PostImage[]; lead?: boolean }) {
  const [open, setOpen] = useState<number>();
  const [first] = images;
  if (!first) return null;
  const shown = images.slice(0, images.length === 3 ? 3 : maxShown);
  const rest = images.length - shown.length;
  const isAlone = images.length === 1;
  return (
    <>
      <ul
        className={clsx(
          "grid gap-1 overflow-hidden rounded-lg",
          isAlone ? first.poster.height > first.poster.width && "max-w-[34rem]" : "grid-cols-2",
        )}
      >
        {shown.map(({ id, poster }, index) => (
          <li
            key={id}
            className={clsx("relative", images.length === 3 && index === 0 && "row-span-2 *:h-full *:*:h-full")}
          >
            <a
              href={paths.posters.fallback(poster.key)}
              aria-label={`View photo ${index + 1} of ${images.length}${poster.alt ? `: ${poster.alt}` : ""}`}
              onClick={(e) => {
                if (e.metaKey || e.ctrlKey || e.shiftKey) return;
                e.preventDefault();
                setOpen(index);
              }}
              className="group block overflow-hidden focus-visible:outline-offset-[-3px]"
            >
              <Poster
                poster={poster}
                decorative
                lead={lead && index === 0}
                sizes={isAlone ? "(min-width: 64rem) 44rem, 92vw" : "(min-width: 64rem) 22rem, 46vw"}
                className={clsx(
                  "transition-transform duration-500 ease-tailored group-hover:scale-[1.02]",
                  isAlone ? frameOf(poster) : "aspect-square",
                )}
              />
              {rest > 0 && index === shown.length - 1 && (
                <span
                  aria-hidden="true"
                  className="display absolute inset-0 grid place-items-center bg-night/60 text-display-md text-bone"
                >
                  +{rest}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Lightbox pictures={images.map(({ poster }) => poster)} first={open} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

/** The shape in which an image alone is shown: near its own, but never taller than a phone's screen. */
function frameOf({ width, height }: { width: number; height: number }): string {
  const ratio = width / height;
  if (ratio > 1.6) return "aspect-video";
  if (ratio > 1.15) return "aspect-4/3";
  return ratio > 0.9 ? "aspect-square" : "aspect-4/5";
}
