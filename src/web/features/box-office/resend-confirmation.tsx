import { Mail } from "lucide-react";
import { useRef, useState } from "react";
import type { OfficeOrder } from "#contract/box-office.ts";
import type { MailSummary } from "#contract/outbox.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Sends an order's mail with its tickets once more. */
export function ResendConfirmation({ order }: { order: Pick<OfficeOrder, "id" | "number" | "buyer"> }) {
  const write = useDeskWrite();
  const attempt = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    attempt.current ??= crypto.randomUUID();
    try {
      await write<MailSummary>(`/api/admin/orders/${order.id}/confirmation`, {}, attempt.current);
      attempt.current = undefined;
      toast({ title: "In the outbox again", description: `To ${order.buyer.email}`, tone: "good" });
    } catch (error) {
      toast({ title: "It was not sent again", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      loading={isBusy}
      aria-label={`Resend tickets of ${order.number}`}
      onClick={() => void resend()}
    >
      <Mail aria-hidden="true" className="size-4" />
      Resend
    </Button>
  );
}
