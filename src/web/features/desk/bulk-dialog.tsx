import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "./failure-text.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { type BulkCall, type Refused, useBulkWrite } from "./use-bulk-write.ts";

export type BulkDialogProps<Row> = {
  /** Those that were chosen when it was asked for; none while it is closed. */
  rows: Row[] | undefined;
  onClose: () => void;
  nameOf: (row: Row) => string;
  /** "Suspend 3 people". */
  title: string;
  action: string;
  /** Said of those that it was done to: "Suspended". */
  done: string;
  danger?: boolean;
  /** Whether staff say why, and who reads that. */
  reason: false | { hint?: string; extra?: ReactNode };
  /** What is asked of the server about one of them; a text instead says why it is not even tried. */
  callOf: (row: Row, reason: string) => BulkCall | string;
  /** What follows from it. */
  children: ReactNode;
};

/** Asks once before the same is done to all chosen rows, and names those that it was not done to. */
export function BulkDialog<Row>({ rows, onClose, nameOf, done, callOf, ...asking }: BulkDialogProps<Row>) {
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
  const { reason, ...rest } = asking;
  const shared = { ...rest, open: rows !== undefined, onClose };
  return (
    <>
      {reason ? <ReasonDialog {...shared} {...reason} onConfirm={run} /> : <PlainDialog {...shared} onConfirm={run} />}
      <Dialog
        open={refused.length > 0 && rows === undefined}
        onOpenChange={(isOpen) => !isOpen && setRefused([])}
        title={refused.length === 1 ? "One was left out" : `${refused.length} were left out`}
        description={isNone ? "Nothing was changed." : "It was done to all others."}
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
          <Button onClick={() => setRefused([])}>Understood</Button>
        </div>
      </Dialog>
    </>
  );
}

type PlainDialogProps = Pick<BulkDialogProps<never>, "title" | "action" | "danger" | "children" | "onClose"> & {
  open: boolean;
  onConfirm: (reason: string) => Promise<void>;
};

function PlainDialog({ open, onClose, title, action, danger, children, onConfirm }: PlainDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  async function confirm() {
    setBusy(true);
    setRefusal(undefined);
    try {
      await onConfirm("");
      onClose();
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={children}>
      {refusal && <Notice tone="bad" title={refusal} />}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          Not now
        </Button>
        <Button variant={danger ? "danger" : "gold"} loading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
