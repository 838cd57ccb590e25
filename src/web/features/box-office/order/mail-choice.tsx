import type { OfficeOrderDetail } from "#contract/office-order.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** Whether the buyer is written to; the address is named, because staff see it read aloud. */
export function MailChoice({
  order,
  checked,
  onChange,
}: {
  order: Pick<OfficeOrderDetail, "buyer">;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <Checkbox
      label={<span className="wrap-anywhere">Write to {order.buyer.email} about it</span>}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
