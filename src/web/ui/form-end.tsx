import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { Dialog, DialogFoot, type DialogProps } from "./dialog.tsx";

type FormEndProps = {
  form: { failure: string | undefined; isBusy: boolean };
  /** The verb that sends the form. */
  action: string;
  danger?: boolean;
  disabled?: boolean;
  onCancel?: () => void;
  cancel?: string;
  /** Other buttons. */
  children?: ReactNode;
};

/** The end of a form in a dialog: its buttons and, beside them, what went wrong. */
export function FormEnd({ form, action, danger, disabled, onCancel, cancel = "Cancel", children }: FormEndProps) {
  return (
    <>
      {/* Here and not above: on a phone, the top of a long dialog is off screen. */}
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <DialogFoot>
        {children}
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        )}
        <Button type="submit" variant={danger ? "danger" : "gold"} loading={form.isBusy} disabled={disabled}>
          {action}
        </Button>
      </DialogFoot>
    </>
  );
}

type FormDialogProps = Pick<DialogProps, "title" | "description" | "children" | "roomy"> &
  Omit<FormEndProps, "form" | "onCancel" | "children"> & {
    form: FormEndProps["form"] & { props: ComponentProps<"form"> };
    onClose: () => void;
    /** False for a dialog without a button that closes it. */
    hasCancel?: boolean;
    /** Other buttons. */
    buttons?: ReactNode;
  };

/** A dialog that is a form and is mounted only while it is open. */
export function FormDialog({ title, description, roomy, onClose, children, ...more }: FormDialogProps) {
  const { hasCancel = true, buttons, ...end } = more;
  return (
    <Dialog title={title} description={description} roomy={roomy ?? false} onClose={onClose}>
      <form {...end.form.props} className={clsx("grid gap-5", roomy && "max-sm:gap-3.5")}>
        {children}
        <FormEnd {...end} {...(hasCancel && { onCancel: onClose })}>
          {buttons}
        </FormEnd>
      </form>
    </Dialog>
  );
}
