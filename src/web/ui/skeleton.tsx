import { clsx } from "clsx";

/** A placeholder for content that is loading. Decoration only: a Spinner or a status announces the wait. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("animate-breathe rounded-sm bg-raised", className)} />;
}
