import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { BulkDialog, type BulkDialogProps } from "../bulk-dialog.tsx";

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
