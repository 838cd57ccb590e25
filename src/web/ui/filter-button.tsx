import { clsx } from "clsx";
import { SlidersHorizontal } from "lucide-react";
import { Button } from "./button.tsx";

/** Opens a list's filters on a phone, and says how many are on. Without scripts, the filters are on the page. */
export function FilterButton({ count, className, onOpen }: { count: number; className: string; onOpen: () => void }) {
  return (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={clsx("min-h-12! gap-1.5! px-3.5! noscript:hidden", className)}
    >
      <SlidersHorizontal className="size-5" /> Filters
      {count > 0 && (
        <span className="grid size-6 place-items-center rounded-full bg-gold text-base text-on-gold tabular-nums">
          {count}
          <span className="sr-only"> on</span>
        </span>
      )}
    </Button>
  );
}
