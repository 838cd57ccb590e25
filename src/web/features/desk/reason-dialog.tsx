import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { failureText } from "./failure-text.ts";

export type ReasonDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What follows from it, before it is done. */
  children: ReactNode;
  action: string;
  danger?: boolean;
  /** Who reads the reason besides those who read the log. */
  hint?: string;
  /** What else has to be said or chosen. */
  extra?: ReactNode;
  /** Why it cannot be done yet; the button waits. */
  waiting?: boolean;
  /** What `extra` shows is still being read. */
  reading?: boolean;
  onConfirm: (reason: string) => Promise<void>;
};

/** Asks for the reason of what staff are about to do; it goes into the audit log with it. */
export function ReasonDialog({ open, onClose, title, children, action, danger, ...more }: ReasonDialogProps) {
  const { extra, waiting = false, reading = false, hint = "Kept in the audit log with your name.", onConfirm } = more;
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function close() {
    setReason("");
    setFault(undefined);
    setRefusal(undefined);
    onClose();
  }

  async function confirm() {
    if (reason.trim().length < 3) return setFault("Say why, in three letters or more");
    setFault(undefined);
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
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {extra}
        <Field label="Reason" hint={hint} error={fault} required>
          <Textarea
            rows={2}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        {/* Beside the button that was pressed: the head of a long dialog is out of sight on a phone. */}
        {refusal && <Notice tone="bad" title={refusal} />}
        <DialogFoot>
          <Button variant="quiet" onClick={close}>
            Keep as it is
          </Button>
          <Button type="submit" variant={danger ? "danger" : "gold"} loading={isBusy} disabled={waiting}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
