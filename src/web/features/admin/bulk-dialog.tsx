import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { ReasonDialog, useReasonForm } from "./reason-dialog.tsx";
import { type BulkCall, type Refused, useBulkWrite } from "./use-bulk-write.ts";

export type BulkDialogProps<Row> = {
  /** The rows that were selected when the dialog opened; undefined while it is closed. */
  rows: Row[] | undefined;
  onClose: () => void;
  nameOf: (row: Row) => string;
  /** For example "Suspend 3 accounts". */
  title: string;
  action: string;
  /** Toast title for the rows that succeeded: "Suspended". */
  done: string;
  danger?: boolean;
  /** Whether staff must give a reason, and a hint about who reads it. */
  reason: false | { hint?: string; extra?: ReactNode };
  /** The server call for one row; a text instead says why the row is skipped. */
  callOf: (row: Row, reason: string) => BulkCall | string;
  /** What the action does. */
  children: ReactNode;
};

/** Asks once before it does the same to all selected rows, then lists the rows that were skipped. */
export function BulkDialog<Row>({ rows, nameOf, done, callOf, ...asking }: BulkDialogProps<Row>) {
  const [refused, setRefused] = useState<Refused[]>([]);
  const [isNone, setNone] = useState(false);
  const writeEach = useBulkWrite();
  async function run(reason: string) {
    const all = rows ?? [];
    const names = await writeEach(all, nameOf, (row) => callOf(row, reason));
    const count = all.length - names.length;
    if (count > 0) toast({ title: done, description: `${count} of ${all.length}`, tone: "good" });
    setNone(count === 0);
    setRefused(names);
  }
  const { reason, onClose, ...rest } = asking;
  const form = useReasonForm({ asksReason: reason !== false, onClose, submit: (values) => run(values.reason) });
  return (
    <>
      <ReasonDialog {...rest} {...reason} form={form} open={rows !== undefined} />
      <Dialog
        open={refused.length > 0 && rows === undefined}
        onOpenChange={(isOpen) => !isOpen && setRefused([])}
        title={refused.length === 1 ? "1 was skipped" : `${refused.length} were skipped`}
        description={isNone ? "Nothing changed." : "All others are done."}
      >
        <ul className="grid max-h-72 gap-2 overflow-y-auto text-sm">
          {refused.map(({ name, why }, index) => (
            <li key={`${index} ${name}`} className="border-l-2 border-hibiscus pl-3 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              <span className="block text-muted">{why}</span>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex justify-end">
          <Button onClick={() => setRefused([])}>OK</Button>
        </div>
      </Dialog>
    </>
  );
}
