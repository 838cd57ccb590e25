import { clsx } from "clsx";
import type { Poster as Picture } from "#contract/events.ts";
import { Poster } from "#web/ui/poster.tsx";

/** The key of the brand's default image, for events without a poster. */
export const defaultPosterKey = "house";

/** A small poster for lists. */
export function Thumb({ poster, className }: { poster: Picture; className?: string }) {
  return (
    <Poster
      poster={poster}
      sizes="3rem"
      decorative
      className={clsx("aspect-4/5 w-9 shrink-0 overflow-hidden rounded-sm", className)}
    />
  );
}
