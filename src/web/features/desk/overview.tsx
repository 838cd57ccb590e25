import { useQuery } from "@tanstack/react-query";
import type { DeskFigures } from "#contract/desk.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Attention } from "./dashboard/attention.tsx";
import { NextNights } from "./dashboard/next-nights.tsx";
import { Trend } from "./dashboard/trend.tsx";
import { Figures, formatCount, type Figure } from "./figures.tsx";
import { ReadFailure } from "./read-failure.tsx";
import { deskQuery } from "./table/list-query.ts";

const figuresQuery = () => deskQuery<DeskFigures>("/api/admin/figures", 60_000);

/** What needs a look, the last day in figures, how the month went, and how far the next nights are sold. */
export function Overview() {
  const query = useQuery(figuresQuery());
  const { data, error } = query;
  return (
    <div className="grid gap-6">
      <Attention />
      <ReadFailure label="The figures" query={query} />
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <section className="grid gap-2.5" aria-labelledby="last-day">
          <h2 id="last-day" className="text-sm font-semibold text-muted">
            The last 24 hours
          </h2>
          <Figures items={figuresOf(data)} />
        </section>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Trend />
        <NextNights />
      </div>
    </div>
  );
}

function figuresOf({ lastDay, nightsToCome }: DeskFigures): Figure[] {
  const money = lastDay.money.length === 0 ? [{ currency: "USD", cents: 0 }] : lastDay.money;
  return [
    { label: "Orders paid", value: formatCount(lastDay.orders) },
    { label: "Money", value: money.map(({ currency, cents }) => formatMoney(cents, currency)).join(" + ") },
    { label: "Tickets", value: formatCount(lastDay.tickets) },
    { label: "Comps", value: formatCount(lastDay.comps) },
    { label: "Nights to come", value: formatCount(nightsToCome) },
  ];
}
