import { useRef, useState } from "react";
import type { MailSummary } from "#contract/outbox.ts";
import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { kindLabel } from "./labels.ts";

/** Resends several emails, each as a new one. One-time emails and those still being sent are skipped and listed. */
export function useMailsBulk() {
  const [asking, setAsking] = useState<MailSummary[]>();
  // Kept until the server responds: trying again after a lost connection sends one email, not two.
  const attempts = useRef(new Map<number, string>());
  const keyOf = (id: number) => {
    const key = attempts.current.get(id) ?? crypto.randomUUID();
    attempts.current.set(id, key);
    return key;
  };
  return {
    bulk: {
      nameOf: (mail: MailSummary) => `${mail.subject ?? kindLabel(mail.kind)}, to ${mail.to.address}`,
      renderActions: ({ rows }: { rows: MailSummary[] }) => (
        <Button size="sm" onClick={() => setAsking(rows)}>
          Resend
        </Button>
      ),
    },
    dialog: (
      <BulkDialog
        rows={asking}
        onClose={() => setAsking(undefined)}
        nameOf={(mail) => `${mail.to.address}: ${mail.subject ?? kindLabel(mail.kind)}`}
        title="Resend selected emails"
        action="Resend"
        done="Resent"
        reason={false}
        callOf={({ id }) => ({
          path: `/api/admin/emails/${id}/resend`,
          body: {},
          key: keyOf(id),
          onDone: () => attempts.current.delete(id),
        })}
      >
        We write each email again with current details and send it to the same person.
      </BulkDialog>
    ),
  };
}
