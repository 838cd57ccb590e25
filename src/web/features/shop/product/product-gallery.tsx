import { Maximize2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Poster as Picture } from "#contract/events/events.ts";
import { useStrip } from "#web/lib/use-strip.ts";
import { paths } from "#web/lib/paths.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";

const ZoomDialog = lazyDialog("The picture", async () => (await import("./zoom-dialog.tsx")).ZoomDialog);

type ProductGalleryProps = {
  title: string;
  pictures: Picture[];
  /** The picture of the chosen variant, an index; the strip moves there when it changes. */
  chosen: number;
};

/**
 * The product's pictures as a strip to swipe, with small ones to press below it on a larger screen. A press on a picture
 * opens it large; without scripts it opens as a file.
 */
export function ProductGallery({ title, pictures, chosen }: ProductGalleryProps) {
  // The picture that a shared link is about comes first, in the server's HTML too.
  const [first] = useState(chosen);
  const shown = [...pictures.slice(first), ...pictures.slice(0, first)];
  const { strip, index, go, follow } = useStrip(shown.length, 0);
  const [isOpen, setOpen] = useState(false);
  useFollowChosen((chosen - first + shown.length) % shown.length, go);

  return (
    <div className="grid gap-3 md:grid-cols-[4.5rem_minmax(0,1fr)] md:items-start">
      {shown.length > 1 && (
        <ul aria-label="All pictures" className="hidden gap-3 md:grid">
          {shown.map((picture, at) => (
            <li key={picture.key}>
              <button
                type="button"
                aria-label={`Show picture ${at + 1}`}
                aria-current={at === index ? "true" : undefined}
                onClick={() => go(at)}
                className="block w-full overflow-hidden rounded-sm border-2 border-transparent aria-[current]:border-gold"
              >
                <Poster poster={picture} sizes="4.5rem" decorative className="aspect-4/5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="relative -mx-5 md:mx-0 md:last:col-start-2 md:only:col-span-2 md:only:col-start-1">
        <ul
          ref={strip}
          onScroll={follow}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:rounded-md"
        >
          {shown.map((picture, at) => (
            <li key={picture.key} className="w-full shrink-0 snap-center">
              <a
                href={paths.posters.fallback(picture.key)}
                aria-label={`Zoom in on picture ${at + 1} of ${shown.length}: ${picture.alt || title}`}
                onClick={(e) => {
                  if (e.metaKey || e.ctrlKey || e.shiftKey) return;
                  e.preventDefault();
                  setOpen(true);
                }}
                className="block cursor-zoom-in -outline-offset-4"
              >
                <Poster
                  poster={picture}
                  lead={at === 0}
                  sizes="(min-width: 84rem) 44rem, (min-width: 64rem) 52vw, 100vw"
                  className="aspect-4/5"
                />
              </a>
            </li>
          ))}
        </ul>
        <p
          aria-hidden="true"
          className="pointer-events-none absolute right-3 bottom-3 flex items-center gap-2 rounded-sm bg-night/80 px-2.5 py-1 font-display text-lg font-bold text-bone tabular-nums"
        >
          {shown.length > 1 && `${index + 1} / ${shown.length}`}
          <Maximize2 className="size-4" />
        </p>
      </div>
      {isOpen && <ZoomDialog pictures={shown} first={index} title={title} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Moves to the chosen variant's picture when another one is chosen, not when the page opens. */
function useFollowChosen(place: number, go: (index: number) => void) {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    go(place);
  });
}
