import { AtSign, Banknote, MoreHorizontal, Send } from "lucide-react";
import { useRef, useState } from "react";
import type { AdminOrderDetail } from "#contract/admin/order.ts";
import { useMay } from "#web/features/accounts/use-may.ts";
import { AmountDialog } from "#web/features/refunds/amount-dialog.tsx";
import { RefundDialog } from "#web/features/refunds/refund-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { ResendConfirmation } from "./order-lists.tsx";
import { ChangeEmailDialog, SendTicketsDialog } from "./buyer-dialogs.tsx";

const acts = {
  send: {
    endpoint: "POST /api/admin/orders/{id}/tickets-email",
    label: "Send tickets to another email",
    Icon: Send,
  },
  email: { endpoint: "POST /api/admin/orders/{id}/email", label: "Change email", Icon: AtSign },
  amount: { endpoint: "POST /api/admin/orders/{id}/amount-refunds", label: "Refund an amount", Icon: Banknote },
} as const;
type Act = keyof typeof acts;

/** What staff can do with a whole order: the usual as buttons, the rest in a menu. */
export function OrderActions({ order }: { order: AdminOrderDetail }) {
  const [open, setOpen] = useState<Act | "refund">();
  const trigger = useRef<HTMLButtonElement>(null);
  const hasTickets = order.tickets.some(({ status }) => status === "valid");
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const isOpen = { send: hasTickets, email: isPaid, amount: order.refundableCents > 0 };
  const may = useMay();
  const offered = (Object.keys(acts) as Act[]).filter((act) => isOpen[act] && may(acts[act].endpoint));
  const close = () => setOpen(undefined);
  const dialog = { order, open: true, onClose: close };
  return (
    <div className="flex flex-wrap gap-2">
      {hasTickets && <ResendConfirmation order={order} />}
      {order.hasUnitsToRefund && may("POST /api/admin/orders/{id}/refunds") && (
        <Button variant="danger" size="sm" onClick={() => setOpen("refund")}>
          {order.comp ? "Revoke" : "Refund"}
        </Button>
      )}
      {offered.length > 0 && (
        <Menu
          label={`Order ${order.number}`}
          trigger={
            <button
              ref={trigger}
              type="button"
              aria-label={`More actions for order ${order.number}`}
              className={buttonStyle("outline", "sm")}
            >
              <MoreHorizontal className="size-5" />
            </button>
          }
        >
          {offered.map((act) => {
            const { label, Icon } = acts[act];
            return (
              <MenuItem
                key={act}
                onSelect={() => {
                  // The dialog returns the focus to where it was when it opened.
                  trigger.current?.focus();
                  setOpen(act);
                }}
              >
                <Icon />
                {label}
              </MenuItem>
            );
          })}
        </Menu>
      )}
      <RefundDialog orderId={order.id} isComp={order.comp !== null} open={open === "refund"} onClose={close} />
      {open === "send" && <SendTicketsDialog {...dialog} />}
      {open === "email" && <ChangeEmailDialog {...dialog} />}
      {open === "amount" && <AmountDialog {...dialog} />}
    </div>
  );
}
