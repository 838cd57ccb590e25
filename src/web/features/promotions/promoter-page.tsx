import { useSuspenseQuery } from "@tanstack/react-query";
import { formatLongDate } from "#web/lib/dates.ts";
import { useSite } from "#web/lib/site.ts";
import { Callout } from "#web/ui/callout.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { promoterPageQuery } from "./queries.ts";
import { promoterAddress, commissionText } from "./labels.ts";
import { clsx } from "clsx";
import type { PromoterResults } from "#contract/promotions/promoters.ts";
import { counted, Figures, formatCount } from "#web/admin-kit/figures.tsx";
import { CountMeter } from "#web/admin-kit/meter.tsx";
import { figureSentences } from "#contract/figures.ts";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames, daysBetween } from "#web/ui/chart/scales.ts";

type PromoterDay = PromoterResults["days"][number];

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
            note: counted(results.orderCount, "order"),
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
          <CountMeter count={results.allocatedCount} held={results.heldCount} limit={results.allocation} />
        </div>
      )}
      {results.days.length === 0 ? (
        <p className="text-muted">No sales through this link yet.</p>
      ) : (
        <>
          <Days results={results} />
          {results.events.length > 1 && <EventTable results={results} />}
        </>
      )}
    </div>
  );
}

const head = "py-2 text-left text-2xs font-semibold tracking-[0.08em] text-muted uppercase";
const figure = "py-2 text-right tabular-nums";

/** Tickets by day, and the revenue or the commission beside them. */
function Days({ results: { days, currency, commission, timeZone } }: { results: PromoterResults }) {
  const dayName = dayNames(days.map(({ day }) => day));
  const salesOf = new Map(days.map((sales) => [sales.day, sales]));
  const unit = commission.kind === "none" ? "Revenue" : "Commission";
  const amountOf = (day: PromoterDay) =>
    formatMoney(commission.kind === "none" ? day.revenueCents - day.refundedCents : day.commissionCents, currency);
  return (
    <ChartFrame
      title="Tickets by day"
      state="ready"
      table={{
        head: ["Day", "Tickets", unit],
        rows: days.map((day) => [dayName(day.day), formatCount(day.ticketCount), amountOf(day)]),
      }}
    >
      <DayChart
        label="Tickets by day"
        timeZone={timeZone}
        points={daysBetween(days.at(-1)!.day, days[0]!.day).map((day) => {
          const sales = salesOf.get(day);
          return {
            day,
            value: sales?.ticketCount ?? 0,
            text: sales
              ? `${counted(sales.ticketCount, "ticket")}, ${unit.toLowerCase()} ${amountOf(sales)}`
              : "0 tickets",
          };
        })}
      />
    </ChartFrame>
  );
}

function EventTable({ results: { events, currency } }: { results: PromoterResults }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">By event</caption>
      <thead>
        <tr className="border-b border-edge">
          {["Event", "Tickets", "Revenue"].map((name, place) => (
            <th key={name} scope="col" className={clsx(head, place > 0 && "text-right!")}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map((event, place) => (
          <tr key={place} className="border-b border-line last:border-b-0">
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

/** A promoter's results page. Anyone with its link can see it, so it says nothing about the buyers. */
export function PromoterPage({ secret }: { secret: string }) {
  const { data: results } = useSuspenseQuery({ ...promoterPageQuery(secret), refetchOnMount: "always" });
  const { baseUrl } = useSite();
  const link = baseUrl + promoterAddress(results);
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <p className="eyebrow text-gilt">{results.kind === "committee" ? "Committee" : "Promoter"}</p>
        <h1 className="display text-display-lg">{results.name}</h1>
        <p className="text-lg text-muted">
          {results.event
            ? `${results.event.title}, ${formatLongDate(results.event.startsAt, results.event.timeZone)}`
            : "All Savage Gentlemen events"}
        </p>
      </header>
      {results.status === "active" ? (
        <section
          aria-label="Your link"
          className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-panel p-4"
        >
          <div className="min-w-0 flex-1 basis-56">
            <h2 className="text-sm font-semibold">Your link</h2>
            <p className="text-sm break-all text-muted">{link}</p>
          </div>
          <CopyButton text={link} label="Copy link" />
        </section>
      ) : (
        <Callout tone="soon" title={results.status === "paused" ? "Your link is paused" : "Your link has ended"}>
          You keep credit for past sales. New sales don't count{results.status === "paused" ? " for now" : ""}. Contact
          the organizer with questions.
        </Callout>
      )}
      <PromoterResultsView results={results} />
      <p className="text-sm text-muted">
        Only paid orders count, by the day they were paid ({results.timeZone.replaceAll("_", " ")}).{" "}
        {figureSentences.revenue} {figureSentences.ofOrders} The commission is for reporting only, not a payout. Keep
        this page's link private. Anyone who has it can see this page.
      </p>
    </div>
  );
}
