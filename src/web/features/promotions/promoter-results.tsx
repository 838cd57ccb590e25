import { useState } from "react";
import type { PromoterResults } from "#contract/promoters.ts";
import { Figures, formatCount } from "#web/features/admin/figures.tsx";
import { formatCalendarDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { UsedBar } from "./used-bar.tsx";
import { commissionText } from "./labels.ts";

/** Results of a link: tickets, revenue and commission, by day and by event. Nothing about the buyers. */
export function PromoterResultsView({ results }: { results: PromoterResults }) {
  const money = (cents: number) => formatMoney(cents, results.currency);
  return (
    <div className="grid gap-5">
      <Figures
        items={[
          {
            label: "Tickets",
            value: formatCount(results.ticketCount),
            note: `${formatCount(results.orderCount)} ${results.orderCount === 1 ? "order" : "orders"}`,
          },
          {
            label: "Revenue",
            value: money(results.revenueCents - results.refundedCents),
            ...(results.refundedCents > 0 ? { note: `${money(results.refundedCents)} refunded` } : {}),
          },
          ...(results.commission.kind === "none"
            ? []
            : [
                {
                  label: "Commission",
                  value: money(results.commissionCents),
                  note: commissionText(results.commission, results.currency),
                },
              ]),
        ]}
      />
      {results.allocation !== null && (
        <div className="grid gap-1">
          <h3 className="text-sm font-semibold">Allocation</h3>
          <UsedBar used={results.ticketCount} held={results.heldCount} limit={results.allocation} />
        </div>
      )}
      {results.days.length === 0 ? (
        <p className="text-muted">No sales through this link yet.</p>
      ) : (
        <>
          <DayTable results={results} />
          {results.events.length > 1 && <EventTable results={results} />}
        </>
      )}
    </div>
  );
}

const head = "py-2 text-left text-2xs font-semibold tracking-[0.08em] text-muted uppercase";
const figure = "py-2 text-right tabular-nums";

/** How many days show at first. */
const fewDays = 7;

function DayTable({ results: { days: all, currency, commission } }: { results: PromoterResults }) {
  const [showsAll, setShowsAll] = useState(false);
  const days = showsAll ? all : all.slice(0, fewDays);
  const most = Math.max(...all.map(({ ticketCount }) => ticketCount));
  return (
    <div>
      <table className="w-full text-sm">
        <caption className="sr-only">By day</caption>
        <thead>
          <tr className="border-b border-edge">
            <th scope="col" className={head}>
              Day
            </th>
            <th scope="col" className={`${head} w-2/5`}>
              Tickets
            </th>
            <th scope="col" className={`${head} text-right!`}>
              {commission.kind === "none" ? "Revenue" : "Commission"}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                {formatCalendarDay(day.day)}
              </th>
              <td className="py-2 whitespace-nowrap tabular-nums">
                <span className="inline-block w-9">{formatCount(day.ticketCount)}</span>
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 8"
                  preserveAspectRatio="none"
                  className="inline-block h-2 w-[calc(100%-2.5rem)] align-middle"
                >
                  <rect width={(100 * day.ticketCount) / most} height="8" className="fill-gold" />
                </svg>
              </td>
              <td className={figure}>
                {formatMoney(
                  commission.kind === "none" ? day.revenueCents - day.refundedCents : day.commissionCents,
                  currency,
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && all.length > fewDays && (
        <Button variant="outline" size="sm" className="mt-2 w-full" onClick={() => setShowsAll(true)}>
          Show all {all.length} days
        </Button>
      )}
    </div>
  );
}

function EventTable({ results: { events, currency } }: { results: PromoterResults }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">By event</caption>
      <thead>
        <tr className="border-b border-edge">
          <th scope="col" className={head}>
            Event
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Tickets
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.title} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {event.title}
            </th>
            <td className={figure}>{formatCount(event.ticketCount)}</td>
            <td className={figure}>{formatMoney(event.revenueCents - event.refundedCents, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
