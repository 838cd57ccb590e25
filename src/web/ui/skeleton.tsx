import { clsx } from "clsx";

/** Holds the place of something that is coming. Decoration only: the waiting itself is said by a Spinner or a status. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("animate-breathe rounded-sm bg-raised", className)} />;
}
