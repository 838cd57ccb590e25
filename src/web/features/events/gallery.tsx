import { type ReactNode, useState } from "react";
import type { Poster as Picture } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";
import { Poster } from "#web/ui/poster.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const Lightbox = lazyDialog("The photo", async () => (await import("./lightbox.tsx")).Lightbox);

/** An event's photos as a wall; each opens large. Without scripts, a photo opens as a file. */
export function Gallery({ pictures, title }: { pictures: Picture[]; title: string }) {
  const [open, setOpen] = useState<number>();
  if (pictures.length === 0) return null;
  return (
    <StorySection id="gallery" title={title}>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3 sm:gap-3">
        {pictures.map((picture, index) => (
          <li key={picture.key} className={index === 0 ? "col-span-2 row-span-2" : undefined}>
            <a
              href={paths.posters.fallback(picture.key)}
              aria-label={`View photo ${index + 1} of ${pictures.length}${picture.alt ? `: ${picture.alt}` : ""}`}
              onClick={(e) => {
                if (e.metaKey || e.ctrlKey || e.shiftKey) return;
                e.preventDefault();
                setOpen(index);
              }}
              className="group block overflow-hidden rounded-sm"
            >
              <Poster
                poster={picture}
                decorative
                sizes={index === 0 ? "(min-width: 64rem) 36rem, 92vw" : "(min-width: 64rem) 18rem, 46vw"}
                className="aspect-square transition-transform duration-500 ease-tailored group-hover:scale-[1.03]"
              />
            </a>
          </li>
        ))}
      </ul>
      {open !== undefined && <Lightbox pictures={pictures} first={open} onClose={() => setOpen(undefined)} />}
    </StorySection>
  );
}

/** A part of an event's page under a small heading. */
export function StorySection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="eyebrow mb-4 text-gilt">
        {title}
      </h2>
      {children}
    </section>
  );
}
