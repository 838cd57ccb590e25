import { type UseQueryResult } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { EventSales } from "#contract/events/sales.ts";
import { counted, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { Meter } from "#web/admin-kit/meter.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { dayOf, addDays } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/use-now.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { hubPath } from "#web/admin-kit/admin-links.tsx";

type SalesPaceProps = {
  query: Pick<UseQueryResult<EventSales>, "data" | "error" | "refetch">;
  event: { capacity: number; sold: number; startsAt: string; endsAt: string; timeZone: string };
};

const dayMs = 86_400_000;

/** How fast an event sells: tickets sold so far by day, against its capacity and against the events before it. */
export function SalesPace({ query, event }: SalesPaceProps) {
  const { data, error, refetch } = query;
  const now = useNow();
  const lastDay = dayOf(Math.min(now, Date.parse(event.endsAt)), event.timeZone);
  const pace = paceOf(data?.days ?? [], lastDay);
  const dayName = dayNames(pace.map(({ day }) => day));
  const share = (tickets: number) => formatShare(tickets, event.capacity);
  const daysLeft = Math.ceil((Date.parse(event.startsAt) - now) / dayMs);
  return (
    <ChartFrame
      title="Sales pace"
      state={data ? (pace.length === 0 ? "empty" : "ready") : error ? "failed" : "waiting"}
      emptyText="No sales yet. Share the link to get the first ones."
      onRetry={() => void refetch()}
      figure={
        <span className="grid text-sm text-muted md:text-right">
          <span>
            <span className="font-display text-2xl leading-tight font-bold text-ink tabular-nums">
              {share(event.sold)}
            </span>{" "}
            of {formatCount(event.capacity)} sold
          </span>
          <span>{daysLeft > 0 ? `${counted(daysLeft, "day")} to go` : "\u00a0"}</span>
        </span>
      }
      table={{
        head: ["Day", "Tickets", "Sold so far", "Of capacity"],
        rows: pace
          .toReversed()
          .map(({ day, tickets, total }) => [dayName(day), formatCount(tickets), formatCount(total), share(total)]),
      }}
    >
      {pace.length > 0 && (
        <DayChart
          label="Tickets sold so far"
          timeZone={event.timeZone}
          points={pace.map(({ day, tickets, total }) => ({
            day,
            value: total,
            text: `${counted(total, "ticket")} so far, ${share(total)} (+${formatCount(tickets)})`,
          }))}
        />
      )}
      {data && data.earlier.length > 0 && <Earlier earlier={data.earlier} event={event} isOver={daysLeft <= 0} />}
      <p className="text-sm text-muted">
        Tickets sold are valid tickets without comps, by the day their order was paid. Refunded and canceled tickets
        don't count.
      </p>
    </ChartFrame>
  );
}

type EarlierProps = Pick<EventSales, "earlier"> & { event: SalesPaceProps["event"]; isOver: boolean };

function Earlier({ earlier, event, isOver }: EarlierProps) {
  const usual = usualShare(earlier);
  const soldShare = event.capacity > 0 ? event.sold / event.capacity : 0;
  const percent = (part: number) => formatShare(Math.round(part * 1000), 1000);
  return (
    <section aria-label="Compared with earlier events" className="grid gap-3 border-t border-line pt-4">
      {usual !== undefined && (
        <p>
          {isOver ? "Your last events usually sold" : "At this point, your last events had usually sold"}{" "}
          <strong>{percent(usual)}</strong>. This one {isOver ? "sold" : "is at"} <strong>{percent(soldShare)}</strong>.
        </p>
      )}
      <ul className="grid gap-3 text-sm">
        {earlier.map((each) => (
          <li key={each.id} className="grid gap-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link to={hubPath(each.id)} className="min-w-0 underline-offset-3 wrap-anywhere hover:underline">
                {each.title}{" "}
                <span className="text-muted">
                  <EventMoment at={each.startsAt} timeZone={each.timeZone} withTime={false} />
                </span>
              </Link>
              <span className="text-muted tabular-nums">
                {!isOver && `${formatShare(each.soldByThen, each.capacity)} then, `}
                {formatCount(each.sold)} of {formatCount(each.capacity)} in the end
              </span>
            </span>
            <Meter
              whole={each.capacity}
              className="h-1.5!"
              parts={[
                { value: each.soldByThen, tone: "gold", label: "Sold by then" },
                { value: Math.max(0, each.sold - each.soldByThen), tone: "soft", label: "Sold later" },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tickets sold up to the end of each day, from the first sale on. */
export function paceOf(days: EventSales["days"], today: string): { day: string; tickets: number; total: number }[] {
  const first = days[0];
  if (!first) return [];
  const last = days.at(-1)!.day > today ? days.at(-1)!.day : today;
  const soldOn = new Map(days.map(({ day, tickets }) => [day, tickets]));
  const pace = [];
  let total = 0;
  for (let { day } = first; day <= last; day = addDays(day, 1)) {
    const tickets = soldOn.get(day) ?? 0;
    total += tickets;
    pace.push({ day, tickets, total });
  }
  return pace;
}

/** The share of its capacity that the middle one of some events had sold, from 0 to 1; undefined without events. */
export function usualShare(earlier: EventSales["earlier"]): number | undefined {
  const shares = earlier
    .filter(({ capacity }) => capacity > 0)
    .map(({ soldByThen, capacity }) => soldByThen / capacity)
    .toSorted((a, b) => a - b);
  return shares[Math.floor((shares.length - 1) / 2)];
}
