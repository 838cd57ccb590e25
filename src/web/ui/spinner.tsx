import { clsx } from "clsx";

export function Spinner() {
  return (
    <div
      role="status"
      className="flex min-h-[60dvh] animate-fade flex-col items-center justify-center gap-4 text-muted [animation-delay:120ms]"
    >
      <SpinnerMark className="size-9 text-gilt" />
      <p>Loading content...</p>
    </div>
  );
}

/** Only the spinning ring. The component that shows it adds the text. */
export function SpinnerMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("inline-block animate-turn rounded-full border-2 border-current/25 border-t-current", className)}
    />
  );
}

/** A placeholder for content that is loading. Decoration only: a Spinner or a status announces the wait. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx("animate-breathe rounded-sm bg-raised", className)} />;
}
