import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { failureText } from "./failure-text.ts";

export type ReasonDialogProps = {
  open: boolean;
  onClose: () => void;
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
  onConfirm: (reason: string) => Promise<void>;
};

/** Asks staff for the reason for an action; the activity log records both. */
export function ReasonDialog({ open, onClose, title, children, action, danger, ...more }: ReasonDialogProps) {
  const { extra, waiting = false, reading = false, onConfirm } = more;
  const { hint = "Saved in the activity log with your name." } = more;
  const [reason, setReason] = useState("");
  const [fieldError, setFieldError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function close() {
    setReason("");
    setFieldError(undefined);
    setRefusal(undefined);
    onClose();
  }

  async function confirm() {
    if (reason.trim().length < 3) return setFieldError("Enter a reason with at least 3 characters");
    setFieldError(undefined);
    setRefusal(undefined);
    setBusy(true);
    try {
      await onConfirm(reason.trim());
      close();
    } catch (error) {
      setRefusal(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title={title}
      description={children}
      focusSelf={reading}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(e) => {
          e.preventDefault();
          void confirm();
        }}
      >
        {extra}
        <Field label="Reason" hint={hint} error={fieldError} required>
          <Textarea
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(e) => setReason(e.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        {/* Beside the button that was pressed: on a phone, the top of a long dialog is off screen. */}
        {refusal && <Callout tone="bad" title={refusal} />}
        <DialogFoot>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? "danger" : "gold"} loading={isBusy} disabled={waiting}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
