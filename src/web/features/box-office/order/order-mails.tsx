import { Link } from "react-router";
import type { OfficeOrderDetail } from "#contract/office-order.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { kindLabel, mailStates } from "#web/features/outbox/words.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { NothingYet, OrderPanel } from "./order-panel.tsx";

/** What was written to the buyer about this order. */
export function OrderMails({ order: { mails } }: { order: OfficeOrderDetail }) {
  return (
    <OrderPanel title="Mails" note={mails.length > 0 && mails.length}>
      {mails.length === 0 && <NothingYet>No mail was written about this order.</NothingYet>}
      <ul aria-label="Mails">
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
              <Badge tone={mailStates[mail.status].tone}>{mailStates[mail.status].label}</Badge>
            </p>
          </li>
        ))}
      </ul>
    </OrderPanel>
  );
}
