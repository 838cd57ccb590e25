import { Mail } from "lucide-react";
import { useMay } from "#web/features/accounts/use-may.ts";
import { BulkButton } from "#web/admin-kit/reason-dialog.tsx";
import type { EventSales } from "#contract/events/sales.ts";
import { wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";

/** Where an event's orders came from: sold or comp, promo code and promoter. */
export const originFilters = {
  kind: { label: "Sold or comp", any: "Sold or comp", choices: { sold: "Sold", comp: "Comps" } },
  code: { label: "Promo code", any: "Any code", pattern: /^.{1,40}/, hidesEmpty: true },
  promoter: {
    label: "Promoter",
    pattern: wholeNumber,
    as: "promoterId",
    hidesEmpty: true,
  },
};

/** The filters only offer what this event has. */
export const originChoices = (sales: EventSales | undefined) => ({
  code: sales?.codes.map(({ code }) => ({ value: code, label: code })),
  promoter: sales?.promoters.map(({ id, name }) => ({ value: id, label: name })),
});

type Order = { id: string; number: string };

/** Asks, then resends the ticket emails of the selected orders, each once. */
export function ResendBulk({ orders }: { orders: Order[] }) {
  const rows = [...new Map(orders.map((order) => [order.id, order])).values()];
  return (
    <BulkButton
      label={
        <>
          <Mail className="size-4" />
          Resend
        </>
      }
      rows={rows}
      nameOf={({ number }) => number}
      title={rows.length === 1 ? "Resend tickets" : `Resend tickets for ${rows.length} orders`}
      action="Resend"
      done="Emails queued"
      reason={false}
      callOf={({ id }) =>
        (send) =>
          send("POST /api/admin/orders/{id}/confirmation", { params: { id }, body: {}, key: crypto.randomUUID() })
        }
    >
      For each order, the buyer gets one email with all current tickets.
    </BulkButton>
  );
}

/** Resends an order's ticket email. Nothing for a comp whose guest has no email. */
export function ResendConfirmation({ order }: { order: Pick<AdminOrder, "id" | "number" | "buyer"> }) {
  const resend = usePress("We couldn't resend the tickets", async (write, key) => {
    await write("POST /api/admin/orders/{id}/confirmation", { params: { id: order.id }, body: {}, key });
    showSuccess("Email queued", `To ${order.buyer.email}`);
  });
  const may = useMay();
  if (order.buyer.email === "" || !may("POST /api/admin/orders/{id}/confirmation")) return null;
  return (
    <Button variant="outline" size="sm" aria-label={`Resend tickets for ${order.number}`} {...resend}>
      <Mail className="size-4" />
      Resend
    </Button>
  );
}
