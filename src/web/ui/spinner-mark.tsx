import { clsx } from "clsx";

/** Only the spinning ring. The component that shows it adds the text. */
export function SpinnerMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("inline-block animate-turn rounded-full border-2 border-current/25 border-t-current", className)}
    />
  );
}
