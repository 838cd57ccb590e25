import { Link } from "react-router";
import type { AdminOrderDetail } from "#contract/admin-order.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { kindLabel, mailStatuses } from "#web/features/outbox/labels.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { NothingYet, OrderPanel } from "./order-panel.tsx";

/** The emails to the buyer about this order. */
export function OrderMails({ order: { mails } }: { order: AdminOrderDetail }) {
  return (
    <OrderPanel title="Emails" note={mails.length > 0 && mails.length}>
      {mails.length === 0 && <NothingYet>No emails about this order yet.</NothingYet>}
      <ul aria-label="Emails">
        {mails.map((mail) => (
          <li
            key={mail.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <Link
              to={withQuery(paths.emailManagement(), { id: mail.id })}
              className="min-w-0 flex-1 basis-52 underline decoration-edge underline-offset-3 wrap-anywhere hover:decoration-current"
            >
              {mail.subject ?? kindLabel(mail.kind)}
            </Link>
            <p className="flex items-center gap-3 text-sm text-muted">
              <Moment at={mail.createdAt} relative />
              <StatusBadge {...mailStatuses[mail.status]} />
            </p>
          </li>
        ))}
      </ul>
    </OrderPanel>
  );
}
