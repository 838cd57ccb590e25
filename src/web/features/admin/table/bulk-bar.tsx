import type { ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";

/** Actions for the selected rows. The bar stays in view while the page scrolls. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-gold bg-raised px-4 py-2.5 max-lg:bottom-[calc(3.75rem+env(safe-area-inset-bottom))]"
    >
      <p aria-live="polite" className="mr-auto text-sm font-semibold">
        {`${count} selected`}
      </p>
      {children}
      <Button variant="quiet" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
