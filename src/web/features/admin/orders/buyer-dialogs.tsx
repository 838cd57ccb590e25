import type { AdminOrderDetail } from "#contract/admin/order.ts";
import { TextField } from "#web/ui/field.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

type BuyerDialogProps = { order: AdminOrderDetail; open: boolean; onClose: () => void };

/** Changes an order's email: its links and tickets go to the new address. */
export function ChangeEmailDialog({ order, open, onClose }: BuyerDialogProps) {
  const sendOnce = useIdempotentSend();
  const form = useReasonForm({
    defaults: { email: "", newCodes: true },
    onClose,
    submit: async ({ email, newCodes, reason }, write) => {
      const body = { email, newCodes, reason };
      await sendOnce((key) => write("POST /api/admin/orders/{id}/email", { params: { id: order.id }, body, key }));
      showSuccess("Email changed", `We're sending the tickets to ${email.trim()}.`);
    },
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Change email"
      action="Change email"
      waiting={form.values.email.trim() === ""}
      extra={
        <>
          <EmailField label="New email" {...form.field("email")} />
          <Checkbox label="Issue new QR codes (the ones we already sent stop working)" {...form.register("newCodes")} />
        </>
      }
    >
      <span className="wrap-anywhere">
        This order uses {order.buyer.email}. Links that we emailed there will stop working, and we&apos;ll send the
        tickets to the new address.
      </span>
    </ReasonDialog>
  );
}

/** Emails an order's tickets to another address. The order keeps its own. */
export function SendTicketsDialog({ order, open, onClose }: BuyerDialogProps) {
  const sendOnce = useIdempotentSend();
  const form = useReasonForm({
    defaults: { email: "" },
    onClose,
    submit: async ({ email, reason }, write) => {
      const input = { params: { id: order.id }, body: { email, reason } };
      await sendOnce((key) => write("POST /api/admin/orders/{id}/tickets-email", { ...input, key }));
      showSuccess("Email queued", `To ${email.trim()}`);
    },
  });
  return (
    <ReasonDialog
      form={form}
      open={open}
      title="Send tickets to another email"
      action="Send tickets"
      waiting={form.values.email.trim() === ""}
      extra={<EmailField label="Email" {...form.field("email")} />}
    >
      Whoever gets this email can use the tickets and manage the order. The order&apos;s own email stays the same.
    </ReasonDialog>
  );
}

const EmailField = (props: { label: string; input: object; error: string | undefined }) => (
  <TextField required type="email" autoComplete="off" {...props} />
);
