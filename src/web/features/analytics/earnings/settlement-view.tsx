import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { Settlement } from "#contract/analytics/earnings.ts";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp, hubPath } from "#web/admin-kit/admin-links.tsx";
import { figureSentences } from "#contract/figures.ts";
import { formatMoney } from "#web/lib/money.ts";
import { SettlementFiles } from "./settlement-files.tsx";
import { signed, Statement } from "./statement.tsx";

/** What one event earned since its first sale. */
export function SettlementView({ eventId }: { eventId: number }) {
  const { addressWith } = useListAddress();
  const query = useQuery(adminQuery("GET /api/admin/earnings/events/{id}", { params: { id: eventId } }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-5">
      <WayUp to={addressWith({ event: undefined })}>All earnings</WayUp>
      <div className="w-full">
        <Loaded label="This settlement" query={query} className="h-96">
          {(settlement) => <OneSettlement settlement={settlement} />}
        </Loaded>
      </div>
    </div>
  );
}

function OneSettlement({ settlement }: { settlement: Settlement }) {
  const { event, currency, total, disputedCents, commissionCents } = settlement;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h2 className="display text-display-sm wrap-anywhere">
            <Link to={hubPath(event.id)} className="underline-offset-4 hover:underline">
              {event.title}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            <EventMoment at={event.startsAt} timeZone={event.timeZone} /> · {event.venue}, {event.city}
          </p>
        </div>
        <SettlementFiles event={event} />
      </header>
      <div className="beside-26 wraps-above! gap-5">
        <Items settlement={settlement} />
        <div>
          <Panel compact title="What this event earned">
            <Statement
              earnings={total}
              currency={currency}
              sold="Tickets, less discounts"
              notes={[
                "All sales since the first one.",
                figureSentences.net,
                ...(disputedCents > 0
                  ? [`Banks hold ${formatMoney(disputedCents, currency)} in open disputes. It isn't deducted.`]
                  : []),
                ...(commissionCents > 0
                  ? [`Promoters earned ${formatMoney(commissionCents, currency)} in commission. It isn't deducted.`]
                  : []),
              ]}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
}

const figures: {
  header: string;
  of: (item: Settlement["items"][number], money: (cents: number) => string) => string;
}[] = [
  { header: "Sold", of: ({ units }) => formatCount(units) },
  { header: "Refunded", of: ({ refundedUnits }) => formatCount(refundedUnits) },
  { header: "Sales", of: ({ salesCents }, money) => money(salesCents) },
  { header: "Fees", of: ({ feeCents }, money) => money(feeCents) },
  { header: "Refunds", of: ({ refundCents }, money) => money(-refundCents) },
  { header: "Disputes", of: ({ lostDisputeCents }, money) => money(-lostDisputeCents) },
  { header: "Net", of: ({ netCents }, money) => money(netCents) },
];

function Items({ settlement: { items, currency } }: { settlement: Settlement }) {
  const money = (cents: number) => signed(cents, currency);
  return (
    <section
      aria-labelledby="settlement-items"
      className="overflow-clip rounded-md border border-line bg-panel [container:rows/inline-size]"
    >
      <h3 id="settlement-items" className="border-b border-line px-4 py-3 font-semibold">
        By ticket type
      </h3>
      {items.length === 0 && <p className="p-8 text-center text-sm text-muted">Nothing sold yet.</p>}
      {items.length > 0 && (
        <table className="w-full text-sm tabular-nums cards:block">
          <thead className="cards:sr-only">
            <tr className="border-b border-edge text-muted">
              <th scope="col" className="px-4 py-2 text-left font-normal">
                Ticket
              </th>
              {figures.map(({ header }) => (
                <th key={header} scope="col" className="px-2 py-2 text-right font-normal last:pr-4">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="cards:block">
            {items.map((item, index) => (
              <tr
                key={index}
                className="border-b border-line last:border-b-0 cards:grid cards:grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] cards:gap-x-6 cards:gap-y-1.5 cards:p-4 roomy:grid-cols-3"
              >
                <th
                  scope="row"
                  className="px-4 py-2.5 text-left font-semibold wrap-anywhere cards:col-span-full cards:p-0 cards:pb-1"
                >
                  {item.name}
                </th>
                {figures.map(({ header, of }) => (
                  <td
                    key={header}
                    className="px-2 py-2.5 text-right whitespace-nowrap last:pr-4 last:font-semibold cards:flex cards:justify-between cards:gap-3 cards:p-0!"
                  >
                    <span aria-hidden="true" className="hidden font-normal text-muted cards:inline">
                      {header}
                    </span>
                    {of(item, money)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
