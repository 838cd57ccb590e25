import type { ReactNode } from "react";
import * as z from "zod/mini";
import { Reason } from "#contract/form-fields.ts";
import { Field, Input } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureReason } from "../say-failed.ts";

/** Reasons that authors read. They complete "because of …" in their own head, so each is a sentence. */
export const usualReasons = [
  "This is spam or a scam.",
  "This attacks or insults people.",
  "This shows nudity or violence.",
  "This shares someone's private information.",
  "This is off topic here.",
] as const;

const form = z.object({ reason: Reason });

type ReasonedDialogProps = {
  title: string;
  action: string;
  /** The reason that Enter sends at once. */
  first?: string;
  submit: (reason: string) => Promise<void> | void;
  onClose: () => void;
  children?: ReactNode;
};

/** Asks a moderator for the reason that the author will read. Enter sends the suggested one. */
export function ReasonedDialog({
  title,
  action,
  first = usualReasons[0],
  submit,
  onClose,
  children,
}: ReasonedDialogProps) {
  const fields = useReasonField({ first, submit, onClose });
  return (
    <FormDialog form={fields} title={title} action={action} danger onClose={onClose}>
      {children}
      <ReasonField form={fields} />
    </FormDialog>
  );
}

type ReasonFieldOptions = { first: string; submit: (reason: string) => Promise<void> | void; onClose: () => void };

const useReasonField = ({ first, submit, onClose }: ReasonFieldOptions) =>
  useZodForm({
    schema: form,
    defaults: { reason: first },
    failureText: failureReason,
    submit: async ({ reason }) => {
      await submit(reason);
      onClose();
    },
  });

type ReasonForm = Pick<ReturnType<typeof useReasonField>, "field">;

/** The reason, with suggestions; what the author reads. */
export function ReasonField({ form: { field } }: { form: ReasonForm }) {
  return (
    <Field label="Reason" hint="The author reads this." required {...field("reason")}>
      <Input list="usual-reasons" maxLength={200} autoComplete="off" onFocus={(e) => e.target.select()} />
      <datalist id="usual-reasons">
        {usualReasons.map((reason) => (
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a suggestion is its value
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </Field>
  );
}
