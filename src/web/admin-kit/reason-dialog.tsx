import { type ReactNode, useState } from "react";
import type { FieldPath } from "react-hook-form";
import * as z from "zod/mini";
import { Reason } from "#contract/form-fields.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextareaField } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import {
  failureText,
  type AdminCall,
  type AdminWrite,
  useAdminWrite,
  showSuccess,
  useAdminCall,
} from "./use-admin-write.ts";
import { isAdminPath } from "./table/list-query.ts";
import { useQueryClient } from "@tanstack/react-query";
import { ProofGivenUp } from "#web/lib/fresh-proof.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";

const reasonForm = z.looseObject({ reason: Reason });

type ReasonFormOptions<Extra extends object> = {
  /** First values of the dialog's other fields. */
  defaults?: Extra;
  /** False for a dialog that only asks for confirmation. */
  asksReason?: boolean;
  onClose: () => void;
  /** Does what the dialog asks about; the dialog closes when that is done. */
  submit: (values: Extra & { reason: string }, write: AdminWrite) => Promise<unknown>;
};

/** What a ReasonDialog needs of its form. */
type ReasonField = { reason: ReturnType<ZodForm["field"]> | undefined; close: () => void };
export type ReasonForm<Extra extends object> = ZodForm<Extra & { reason: string }> & ReasonField;

/** The form of a ReasonDialog. Dialogs that are never open together can share one. */
export function useReasonForm<Extra extends object = object>(options: ReasonFormOptions<Extra>): ReasonForm<Extra> {
  type Values = Extra & { reason: string };
  const write = useAdminWrite();
  const form = useZodForm<Values, Values>({
    ...(options.asksReason === false ? {} : { schema: reasonForm as unknown as z.ZodMiniType<Values> }),
    defaults: { ...options.defaults, reason: "" } as Values,
    failureText,
    submit: (values) => options.submit(values, write),
    onSent: close,
  });
  function close() {
    form.reset();
    options.onClose();
  }
  const reason = options.asksReason === false ? undefined : form.field("reason" as FieldPath<Values>);
  return { ...form, reason, close };
}

type ReasonDialogProps = {
  form: ReasonField & Pick<ZodForm, "props" | "failure" | "isBusy">;
  open: boolean;
  title: string;
  /** What the action does, shown before it happens. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  /** Who reads the reason besides readers of the activity log. */
  hint?: string;
  /** Other fields that the action needs. */
  extra?: ReactNode;
  /** True while the action isn't possible yet; disables the button. */
  waiting?: boolean;
  /** True while the data that `extra` shows is still loading. */
  reading?: boolean;
};

/** Asks staff for the reason for an action; the activity log records both. */
export function ReasonDialog({ form, open, title, children, ...more }: ReasonDialogProps) {
  const { action, danger = false, extra, waiting = false, reading = false } = more;
  const { hint = "Saved in the activity log with your name." } = more;
  return (
    <Dialog open={open} onClose={form.close} title={title} description={children} focusSelf={reading}>
      <form {...form.props} className="grid gap-4">
        {extra}
        {form.reason && (
          <TextareaField label="Reason" hint={hint} required {...form.reason} rows={2} maxLength={200} oneLine />
        )}
        <FormEnd form={form} action={action} danger={danger} disabled={waiting} onCancel={form.close} />
      </form>
    </Dialog>
  );
}

/** The server call for one row; a text instead says why the row is skipped. */
type CallOf<Row> = (row: Row, reason: string) => ((send: AdminCall) => Promise<unknown>) | string;
type Refused<Row> = { row: Row; why: string };

type BulkButtonProps<Row> = Pick<ButtonProps, "variant"> & {
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
  const [targetRows, setTargetRows] = useState<Row[]>();
  const [refused, setRefused] = useState<Refused<Row>[]>([]);
  const [isNone, setNone] = useState(false);
  const writeEach = useBulkWrite();
  const form = useReasonForm({
    asksReason: reason !== false,
    onClose: () => setTargetRows(undefined),
    submit: async (values) => {
      const all = targetRows ?? [];
      const skipped = await writeEach(all, values.reason, callOf);
      const count = all.length - skipped.length;
      if (count > 0) showSuccess(done, `${count} of ${all.length}`);
      setNone(count === 0);
      setRefused(skipped);
    },
  });
  return (
    <>
      <Button variant={variant} size="sm" onClick={() => setTargetRows(rows)}>
        {label ?? dialog.action}
      </Button>
      <ReasonDialog {...dialog} {...reason} form={form} open={targetRows !== undefined} />
      <Dialog
        open={refused.length > 0 && targetRows === undefined}
        onClose={() => setRefused([])}
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
        await call(send);
      } catch (error) {
        if (error instanceof ProofGivenUp) throw error;
        refused.push({ row, why: failureText(error) });
      }
    }
    try {
      for (const row of rows) await writeOne(row);
    } finally {
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAdminPath(queryKey[0]) });
    }
    return refused;
  };
}
