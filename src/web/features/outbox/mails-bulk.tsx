import { useRef, useState } from "react";
import type { MailSummary } from "#contract/outbox.ts";
import { BulkDialog } from "#web/features/desk/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";

/** Sends several mails again, each as a new one. What is good once, or still on its way, is left out and named. */
export function useMailsBulk() {
  const [asking, setAsking] = useState<MailSummary[]>();
  // Kept until it is answered: asking again after a broken line sends one mail, not two.
  const attempts = useRef(new Map<number, string>());
  const keyOf = (id: number) => {
    const key = attempts.current.get(id) ?? crypto.randomUUID();
    attempts.current.set(id, key);
    return key;
  };
  return {
    bulk: {
      nameOf: (mail: MailSummary) => `${mail.subject ?? mail.kind}, to ${mail.to.address}`,
      renderActions: ({ rows }: { rows: MailSummary[] }) => (
        <Button size="sm" onClick={() => setAsking(rows)}>
          Send again
        </Button>
      ),
    },
    dialog: (
      <BulkDialog
        rows={asking}
        onClose={() => setAsking(undefined)}
        nameOf={(mail) => `${mail.to.address}: ${mail.subject ?? mail.kind}`}
        title="Send the chosen again"
        action="Send again"
        done="Sent again"
        reason={false}
        callOf={({ id }) => ({
          path: `/api/admin/emails/${id}/resend`,
          body: {},
          key: keyOf(id),
          onDone: () => attempts.current.delete(id),
        })}
      >
        Each is written anew from how things stand now, and goes to the same person.
      </BulkDialog>
    ),
  };
}
