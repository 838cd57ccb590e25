import { clsx } from "clsx";
import type { Poster as Picture } from "#contract/events.ts";
import { Poster } from "#web/ui/poster.tsx";

/** The key of the house's own picture: there is no poster yet. */
export const houseKey = "house";

/** A poster's small picture in a list. */
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
