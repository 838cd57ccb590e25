import { Link } from "react-router";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { OrderPanel } from "./order-panel.tsx";

/** Who bought, when, and how they got here. */
export function OrderDetails({ order }: { order: AdminOrderDetail }) {
  const { buyer, comp, promoter, promoCode } = order;
  return (
    <OrderPanel title={comp ? "Guest" : "Buyer"}>
      <div className="grid gap-4 p-4">
        <p className="grid gap-0.5">
          <Link
            to={withQuery(paths.userManagement(), { id: buyer.id })}
            className="w-fit font-semibold underline decoration-edge underline-offset-3 wrap-anywhere hover:decoration-current"
          >
            {buyer.name}
          </Link>
          <span className="text-sm text-muted wrap-anywhere">{buyer.email}</span>
        </p>
        <DataList
          className="text-sm"
          items={[
            { term: "Placed", detail: <Moment at={order.createdAt} /> },
            order.paidAt && { term: comp ? "Issued" : "Paid", detail: <Moment at={order.paidAt} /> },
            order.holdExpiresAt && { term: "On hold until", detail: <Moment at={order.holdExpiresAt} /> },
            promoCode && { term: "Promo code", detail: <span className="wrap-anywhere">{promoCode}</span> },
            promoter && {
              term: "Promoter",
              detail: (
                <Link
                  to={withQuery(paths.admin(), { section: "promotions", list: "promoters", promoter: promoter.id })}
                  className="underline decoration-edge underline-offset-3 wrap-anywhere"
                >
                  {promoter.name}
                </Link>
              ),
            },
            comp && { term: "Issued by", detail: comp.by },
          ]}
        />
        {comp && <p className="border-l-2 border-gold pl-3 text-sm wrap-anywhere">{comp.reason}</p>}
      </div>
    </OrderPanel>
  );
}
