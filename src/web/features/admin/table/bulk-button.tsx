import { type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { useFreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { ProofGivenUp } from "#web/features/accounts/failure-text.ts";
import { callJson } from "#web/lib/call.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../failure-text.ts";
import { ReasonDialog, useReasonForm } from "../reason-dialog.tsx";
import { useQueryClient } from "@tanstack/react-query";

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

type BulkDialogProps<Row> = {
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
function BulkDialog<Row>({ rows, nameOf, done, callOf, ...asking }: BulkDialogProps<Row>) {
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
        onClose={() => setRefused([])}
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

/** The server call for one row; `key` is the idempotency key if two attempts must count once. */
type BulkCall = { path: string; body: object; key?: string; onDone?: () => void };
/** A row that was skipped, by name, and why. */
type Refused = { name: string; why: string };

/**
 * Does the same to many rows, one call each: a refused row doesn't stop the others. It asks to confirm it's you at most
 * once. Afterwards all admin data refetches.
 */
function useBulkWrite() {
  const queryClient = useQueryClient();
  const withProof = useFreshProof();
  return async <Row,>(
    rows: Row[],
    nameOf: (row: Row) => string,
    callOf: (row: Row) => BulkCall | string,
  ): Promise<Refused[]> => {
    const refused: Refused[] = [];
    try {
      for (const row of rows) {
        const call = callOf(row);
        if (typeof call === "string") {
          refused.push({ name: nameOf(row), why: call });
          continue;
        }
        const { path, body, key, onDone } = call;
        try {
          await withProof(() =>
            callJson("POST", path, { body, ...(key ? { headers: { "idempotency-key": key } } : {}) }),
          );
          onDone?.();
        } catch (error) {
          if (error instanceof ProofGivenUp) throw error;
          refused.push({ name: nameOf(row), why: failureText(error) });
        }
      }
    } finally {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/"),
      });
    }
    return refused;
  };
}
