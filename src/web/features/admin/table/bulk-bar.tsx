import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { BulkDialog, type BulkDialogProps } from "../bulk-dialog.tsx";

/** Actions for the selected rows. The bar stays in view while the page scrolls, and its dialogs outlast the selection. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Selected rows"
      hidden={count === 0}
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

export type BulkButtonProps<Row> = Omit<BulkDialogProps<Row>, "onClose"> &
  Pick<ButtonProps, "variant"> & { rows: Row[]; label?: ReactNode };

/** Does the same to all selected rows, after a dialog asked. */
export function BulkButton<Row>({ rows, variant = "outline", label, ...asking }: BulkButtonProps<Row>) {
  const [asked, setAsked] = useState<Row[]>();
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => setAsked(rows)}>
        {label ?? asking.action}
      </Button>
      <BulkDialog {...asking} rows={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
