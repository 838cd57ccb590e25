import type { ComponentProps } from "react";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

type MailChoiceProps = ComponentProps<"input"> & { order: Pick<AdminOrderDetail, "buyer"> };

/** Whether to email the buyer. It names the address so that staff can read it back to the buyer. */
export function MailChoice({ order, ...input }: MailChoiceProps) {
  return <Checkbox {...input} label={<span className="wrap-anywhere">Email {order.buyer.email} about this</span>} />;
}
