import { clsx } from "clsx";

/** The turning ring alone; whoever shows it says in words what is going on. */
export function SpinnerMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("inline-block animate-turn rounded-full border-2 border-current/25 border-t-current", className)}
    />
  );
}
