import { clsx } from "clsx";
import type { Poster as PosterShape } from "#contract/events.ts";
import { Poster } from "#web/ui/poster.tsx";
import type { Point } from "./focal-rules.ts";

const crops = [
  { label: "Poster, 4:5", frame: "aspect-4/5 w-24" },
  { label: "Square", frame: "aspect-square w-28" },
  { label: "Wide, 16:9", frame: "aspect-video w-44" },
  { label: "Shared link", frame: "aspect-[1200/630] w-44" },
];

/** How pages will crop an image around its focal point. */
export function Crops({ poster, focal }: { poster: PosterShape; focal: Point }) {
  return (
    <section aria-label="Crops" className="flex flex-wrap items-end justify-center gap-4">
      {crops.map(({ label, frame }) => (
        <figure key={label} className="grid justify-items-center gap-1.5">
          <Poster poster={{ ...poster, focal }} sizes="11rem" decorative className={clsx("rounded-sm", frame)} />
          <figcaption className="text-sm text-muted">{label}</figcaption>
        </figure>
      ))}
    </section>
  );
}
