import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { chipStyle } from "./chip.tsx";

/** The choices that don't fit in a desktop row, behind one chip. A native element, so it opens without scripts too. */
export function MoreChips({ count, children }: { count: number; children: ReactNode }) {
  const panel = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeWhenLeft = ({ target }: Event) => {
      const details = panel.current;
      if (details?.open && !details.contains(target as Node)) details.open = false;
    };
    document.addEventListener("pointerdown", closeWhenLeft);
    document.addEventListener("focusin", closeWhenLeft);
    return () => {
      document.removeEventListener("pointerdown", closeWhenLeft);
      document.removeEventListener("focusin", closeWhenLeft);
    };
  }, []);

  return (
    <details ref={panel} name="filters" className="group">
      <summary className={clsx(chipStyle, "list-none border-line text-muted hover:border-ink hover:text-ink")}>
        {count} more <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full right-0 z-20 mt-1 flex w-96 flex-wrap gap-2 rounded-md border border-line bg-raised p-3 shadow-lift">
        {children}
      </ul>
    </details>
  );
}
