import { useQuery } from "@tanstack/react-query";
import type { AdminFigures } from "#contract/admin.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Attention } from "./dashboard/attention.tsx";
import { NextEvents } from "./dashboard/next-events.tsx";
import { Trend } from "./dashboard/trend.tsx";
import { Figures, formatCount, type Figure } from "./figures.tsx";
import { ReadFailure } from "./read-failure.tsx";
import { adminQuery } from "./table/list-query.ts";

const figuresQuery = () => adminQuery<AdminFigures>("/api/admin/figures", 60_000);

/** What needs attention, the last 24 hours in figures, the sales trend, and the sales of upcoming events. */
export function Overview() {
  const query = useQuery(figuresQuery());
  const { data, error } = query;
  return (
    <div className="grid gap-6">
      <Attention />
      <ReadFailure label="The overview" query={query} />
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <section className="grid gap-2.5" aria-labelledby="last-day">
          <h2 id="last-day" className="text-sm font-semibold text-muted">
            Last 24 hours
          </h2>
          <Figures items={figuresOf(data)} />
        </section>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Trend />
        <NextEvents />
      </div>
    </div>
  );
}

function figuresOf({ lastDay, upcomingEvents }: AdminFigures): Figure[] {
  const money = lastDay.money.length === 0 ? [{ currency: "USD", cents: 0 }] : lastDay.money;
  return [
    { label: "Paid orders", value: formatCount(lastDay.orders) },
    { label: "Revenue", value: money.map(({ currency, cents }) => formatMoney(cents, currency)).join(" + ") },
    { label: "Tickets", value: formatCount(lastDay.tickets) },
    { label: "Comps", value: formatCount(lastDay.comps) },
    { label: "Upcoming events", value: formatCount(upcomingEvents) },
  ];
}
