import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { EarningsReport } from "#contract/analytics/earnings.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { ExportLink } from "#web/admin-kit/table/table-toolbar.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { apiPath } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import type { Period } from "./period.ts";
import { SettlementFiles } from "./settlement-files.tsx";
import { signed, taxToPay } from "./statement.tsx";

type Row = EarningsReport["currencies"][number]["events"][number];

const columns: { header: string; of: (row: Row) => number }[] = [
  { header: "Gross", of: ({ grossCents }) => grossCents },
  { header: "Fees", of: ({ feeCents }) => feeCents },
  { header: "Shipping", of: ({ shippingCents }) => shippingCents },
  { header: "Refunds", of: ({ refundCents }) => -refundCents },
  { header: "Lost disputes", of: ({ lostDisputeCents }) => -lostDisputeCents },
  { header: "Tax to pay", of: (row) => -taxToPay(row) },
  { header: "Net", of: ({ netCents }) => netCents },
];

const shownFirst = 20;

/** What each event earned in the period. The files of an event cover all of its sales. */
export function EventEarnings({ events, currency, period }: { events: Row[]; currency: string; period: Period }) {
  const [isAll, setAll] = useState(false);
  const { addressWith } = useListAddress();
  if (events.length === 0) return null;
  const shown = isAll ? events : events.slice(0, shownFirst);
  return (
    <section
      aria-labelledby={`events-${currency}`}
      className="overflow-clip rounded-md border border-line bg-panel [container:rows-wide/inline-size]"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3">
        <div className="grid min-w-0 grow basis-64 gap-0.5">
          <h2 id={`events-${currency}`} className="font-semibold">
            By event
          </h2>
          <p className="text-sm text-muted">
            Money of this period. Fees and shipping are part of the gross. A settlement covers the event from its first
            sale.
          </p>
        </div>
        <ExportLink to={apiPath("GET /api/admin/earnings.csv", { query: period })} isPlain />
      </header>
      <table className="w-full text-sm tabular-nums cards:block">
        <thead className="cards:sr-only">
          <tr className="border-b border-edge text-left text-muted">
            <th scope="col" className="px-4 py-2 font-normal">
              Event
            </th>
            {columns.map(({ header }) => (
              <th key={header} scope="col" className="px-2 py-2 text-right font-normal whitespace-nowrap">
                {header}
              </th>
            ))}
            <th scope="col" className="px-4 py-2 text-right font-normal">
              Settlement
            </th>
          </tr>
        </thead>
        <tbody className="cards:block">
          {shown.map((row) => (
            <tr
              key={row.event?.id ?? "none"}
              className="border-b border-line last:border-b-0 cards:grid cards:grid-cols-[minmax(0,1fr)_minmax(min(50%,10.25rem),1fr)] cards:gap-x-4 cards:gap-y-1.5 cards:p-4 roomy:grid-cols-3 @max-[17rem]/rows-wide:grid-cols-1!"
            >
              <th scope="row" className="px-4 py-3 text-left font-normal cards:p-0 cards:pb-1 roomy:col-span-2">
                {row.event ? (
                  <>
                    <Link
                      to={addressWith({ event: row.event.id })}
                      className="font-semibold wrap-anywhere underline-offset-3 hover:underline"
                    >
                      {row.event.title}
                    </Link>
                    <span className="block text-muted">
                      <EventMoment at={row.event.startsAt} timeZone={row.event.timeZone} withTime={false} />
                    </span>
                  </>
                ) : (
                  <span className="font-semibold">Products and shipping</span>
                )}
              </th>
              {columns.map(({ header, of }) => (
                <td
                  key={header}
                  className={clsx(
                    "px-2 py-3 text-right whitespace-nowrap cards:flex cards:flex-wrap cards:justify-between cards:gap-3 cards:p-0",
                    header === "Net" && "font-semibold",
                    of(row) === 0 && "text-muted cards:hidden",
                  )}
                >
                  <span aria-hidden="true" className="hidden font-normal text-muted cards:inline">
                    {header}
                  </span>
                  {signed(of(row), currency)}
                </td>
              ))}
              <td className="px-4 py-2 text-right cards:col-start-2 cards:row-start-1 cards:p-0 roomy:col-start-3 @max-[17rem]/rows-wide:col-start-1! @max-[17rem]/rows-wide:row-auto! @max-[17rem]/rows-wide:text-left! print:hidden">
                {row.event && <SettlementFiles event={row.event} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < events.length && (
        <p className="border-t border-line p-3 text-center">
          <Button variant="quiet" size="sm" onClick={() => setAll(true)}>
            Show all {events.length}
          </Button>
        </p>
      )}
    </section>
  );
}
