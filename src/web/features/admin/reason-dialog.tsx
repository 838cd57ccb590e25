import type { ReactNode } from "react";
import type { FieldPath } from "react-hook-form";
import * as z from "zod/mini";
import { Reason } from "#contract/form-fields.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useZodForm, type ZodForm } from "#web/ui/use-zod-form.ts";
import { failureText } from "./failure-text.ts";

const reasonForm = z.looseObject({ reason: Reason });

export type ReasonFormOptions<Extra extends object> = {
  /** First values of the dialog's other fields. */
  defaults?: Extra;
  /** False for a dialog that only asks for confirmation. */
  asksReason?: boolean;
  onClose: () => void;
  /** Does what the dialog asks about; the dialog closes when that is done. */
  submit: (values: Extra & { reason: string }) => Promise<unknown>;
};

/** What a ReasonDialog needs of its form. */
type ReasonField = { reason: ReturnType<ZodForm["field"]> | undefined; close: () => void };
export type ReasonForm<Extra extends object> = ZodForm<Extra & { reason: string }> & ReasonField;

/** The form of a ReasonDialog. Dialogs that are never open together can share one. */
export function useReasonForm<Extra extends object = object>(options: ReasonFormOptions<Extra>): ReasonForm<Extra> {
  type Values = Extra & { reason: string };
  const form = useZodForm<Values, Values>({
    ...(options.asksReason === false ? {} : { schema: reasonForm as unknown as z.ZodMiniType<Values> }),
    defaults: { ...options.defaults, reason: "" } as Values,
    failureText,
    submit: options.submit,
    onSent: close,
  });
  function close() {
    form.reset();
    options.onClose();
  }
  const reason = options.asksReason === false ? undefined : form.field("reason" as FieldPath<Values>);
  return { ...form, reason, close };
}

export type ReasonDialogProps = {
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
          <Field label="Reason" hint={hint} required {...form.reason}>
            <Textarea rows={2} maxLength={200} oneLine />
          </Field>
        )}
        <FormEnd form={form} action={action} danger={danger} disabled={waiting} onCancel={form.close} />
      </form>
    </Dialog>
  );
}
