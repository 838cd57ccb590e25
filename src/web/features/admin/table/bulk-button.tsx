import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ProofGivenUp } from "#web/features/accounts/failure-text.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { sayDone, useAdminCall } from "../use-admin-write.ts";
import { failureText } from "../failure-text.ts";
import { ReasonDialog, useReasonForm } from "../reason-dialog.tsx";

/** The server call for one row; `key` is the idempotency key if two attempts must count once. */
type BulkCall = { path: string; body: object; key?: string; onDone?: () => void };
/** The server call for one row; a text instead says why the row is skipped. */
type CallOf<Row> = (row: Row, reason: string) => BulkCall | string;
type Refused<Row> = { row: Row; why: string };

export type BulkButtonProps<Row> = Pick<ButtonProps, "variant"> & {
  rows: Row[];
  label?: ReactNode;
  nameOf: (row: Row) => string;
  /** For example "Suspend 3 accounts". */
  title: string;
  action: string;
  /** Toast title for the rows that succeeded: "Suspended". */
  done: string;
  danger?: boolean;
  /** Whether staff must give a reason, and a hint about who reads it. */
  reason: false | { hint?: string; extra?: ReactNode };
  callOf: CallOf<Row>;
  /** What the action does. */
  children: ReactNode;
};

/** Asks once before it does the same to all selected rows, then lists the rows that were skipped. */
export function BulkButton<Row>({ rows, variant = "outline", label, nameOf, ...asking }: BulkButtonProps<Row>) {
  const { done, callOf, reason, ...dialog } = asking;
  // The rows that were selected when the dialog opened.
  const [asked, setAsked] = useState<Row[]>();
  const [refused, setRefused] = useState<Refused<Row>[]>([]);
  const [isNone, setNone] = useState(false);
  const writeEach = useBulkWrite();
  const form = useReasonForm({
    asksReason: reason !== false,
    onClose: () => setAsked(undefined),
    submit: async (given) => {
      const all = asked ?? [];
      const skipped = await writeEach(all, given.reason, callOf);
      const count = all.length - skipped.length;
      if (count > 0) sayDone(done, `${count} of ${all.length}`);
      setNone(count === 0);
      setRefused(skipped);
    },
  });
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => setAsked(rows)}>
        {label ?? dialog.action}
      </Button>
      <ReasonDialog {...dialog} {...reason} form={form} open={asked !== undefined} />
      <Dialog
        open={refused.length > 0 && asked === undefined}
        onOpenChange={(isOpen) => !isOpen && setRefused([])}
        title={refused.length === 1 ? "1 was skipped" : `${refused.length} were skipped`}
        description={isNone ? "Nothing changed." : "All others are done."}
      >
        <ul className="grid max-h-72 gap-2 overflow-y-auto text-sm">
          {refused.map(({ row, why }, index) => (
            <li key={index} className="border-l-2 border-hibiscus pl-3 wrap-anywhere">
              <span className="font-semibold">{nameOf(row)}</span>
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

/**
 * Does the same to many rows, one call each: a refused row doesn't stop the others. It asks to confirm it's you at most
 * once. Afterwards all admin data refetches.
 */
function useBulkWrite() {
  const queryClient = useQueryClient();
  const send = useAdminCall();
  return async <Row,>(rows: Row[], reason: string, callOf: CallOf<Row>) => {
    const refused: Refused<Row>[] = [];
    async function writeOne(row: Row) {
      const call = callOf(row, reason);
      if (typeof call === "string") return void refused.push({ row, why: call });
      try {
        await send(call.path, call.body, call.key);
        call.onDone?.();
      } catch (error) {
        if (error instanceof ProofGivenUp) throw error;
        refused.push({ row, why: failureText(error) });
      }
    }
    try {
      for (const row of rows) await writeOne(row);
    } finally {
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/"),
      });
    }
    return refused;
  };
}
