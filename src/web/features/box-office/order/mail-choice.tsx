import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** Whether to email the buyer. It names the address so that staff can read it back to the buyer. */
export function MailChoice({
  order,
  checked,
  onChange,
}: {
  order: Pick<AdminOrderDetail, "buyer">;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      label={<span className="wrap-anywhere">Email {order.buyer.email} about this</span>}
      checked={checked}
      onChange={(e) => onChange(e.target.checked)}
    />
  );
}
