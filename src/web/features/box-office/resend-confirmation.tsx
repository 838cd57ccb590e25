import { Mail } from "lucide-react";
import type { AdminOrder } from "#contract/box-office.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { usePress } from "#web/features/admin/use-press.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Resends an order's ticket email. */
export function ResendConfirmation({ order }: { order: Pick<AdminOrder, "id" | "number" | "buyer"> }) {
  const write = useAdminWrite();
  const resend = usePress("We couldn't resend the tickets", async (key) => {
    await write(`/api/admin/orders/${order.id}/confirmation`, {}, key);
    toast({ title: "Email queued", description: `To ${order.buyer.email}`, tone: "good" });
  });
  return (
    <Button variant="outline" size="sm" aria-label={`Resend tickets for ${order.number}`} {...resend}>
      <Mail className="size-4" />
      Resend
    </Button>
  );
}
