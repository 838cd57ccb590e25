import { useState } from "react";
import type { PromoterResults } from "#contract/promoters.ts";
import { Figures, formatCount } from "#web/features/desk/figures.tsx";
import { formatDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Button } from "#web/ui/button.tsx";
import { UsedBar } from "./used-bar.tsx";
import { commissionText } from "./words.ts";

/** Days are days of the link's zone already: read as UTC they keep their names. */
const nameDay = (day: string) => formatDay(`${day}T00:00:00Z`, "UTC");

/** What came of a link: tickets, money and commission, by day and by night. Nothing about who bought. */
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
            label: "Paid",
            value: money(results.revenueCents - results.givenBackCents),
            ...(results.givenBackCents > 0 ? { note: `${money(results.givenBackCents)} given back` } : {}),
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
          <h3 className="text-sm font-semibold">Of the allocation</h3>
          <UsedBar used={results.ticketCount} held={results.heldCount} limit={results.allocation} />
        </div>
      )}
      {results.days.length === 0 ? (
        <p className="text-muted">Nothing was sold through this link yet.</p>
      ) : (
        <>
          <DayTable results={results} />
          {results.nights.length > 1 && <NightTable results={results} />}
        </>
      )}
    </div>
  );
}

const head = "py-2 text-left text-2xs font-semibold tracking-[0.08em] text-muted uppercase";
const figure = "py-2 text-right tabular-nums";

/** Days that are shown at first. */
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
              {commission.kind === "none" ? "Paid" : "Commission"}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                {nameDay(day.day)}
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
                  commission.kind === "none" ? day.revenueCents - day.givenBackCents : day.commissionCents,
                  currency,
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && all.length > fewDays && (
        <Button variant="outline" size="sm" className="mt-2 w-full" onClick={() => setShowsAll(true)}>
          All {all.length} days
        </Button>
      )}
    </div>
  );
}

function NightTable({ results: { nights, currency } }: { results: PromoterResults }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">By night</caption>
      <thead>
        <tr className="border-b border-edge">
          <th scope="col" className={head}>
            Night
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Tickets
          </th>
          <th scope="col" className={`${head} text-right!`}>
            Paid
          </th>
        </tr>
      </thead>
      <tbody>
        {nights.map((night) => (
          <tr key={night.title} className="border-b border-line last:border-b-0">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {night.title}
            </th>
            <td className={figure}>{formatCount(night.ticketCount)}</td>
            <td className={figure}>{formatMoney(night.revenueCents - night.givenBackCents, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
