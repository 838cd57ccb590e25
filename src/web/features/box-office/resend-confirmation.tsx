import { Mail } from "lucide-react";
import { useRef, useState } from "react";
import type { AdminOrder } from "#contract/box-office.ts";
import type { MailSummary } from "#contract/outbox.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Resends an order's ticket email. */
export function ResendConfirmation({ order }: { order: Pick<AdminOrder, "id" | "number" | "buyer"> }) {
  const write = useAdminWrite();
  const attempt = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    attempt.current ??= crypto.randomUUID();
    try {
      await write<MailSummary>(`/api/admin/orders/${order.id}/confirmation`, {}, attempt.current);
      attempt.current = undefined;
      toast({ title: "Email queued", description: `To ${order.buyer.email}`, tone: "good" });
    } catch (error) {
      toast({ title: "We couldn't resend the tickets", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      loading={isBusy}
      aria-label={`Resend tickets for ${order.number}`}
      onClick={() => void resend()}
    >
      <Mail aria-hidden="true" className="size-4" />
      Resend
    </Button>
  );
}
