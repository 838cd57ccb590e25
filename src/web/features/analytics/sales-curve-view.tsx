import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SalesCurve } from "#contract/analytics/panels.ts";
import type { AdminEvent } from "#contract/admin/orders.ts";
import { counted, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { FilterSelect, SearchBox } from "#web/admin-kit/table/table-toolbar.tsx";
import type { ListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { formatDay } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { CurveChart } from "#web/ui/chart/curve-chart.tsx";
import { CsvButton } from "./csv-button.tsx";
import type { Scope } from "./scope.ts";

/** An event's sales against earlier events at the same number of days before the start. */
export function SalesCurveView({ scope: { address } }: { scope: Scope }) {
  const events = useQuery(adminQuery("GET /api/admin/box-office/events", { query: { q: address.q || undefined } }));
  const chosen = address.number("event");
  // A search shows its first match, whatever was chosen before.
  const search: ListAddress = { ...address, change: (to, how) => address.change({ ...to, event: undefined }, how) };
  // A page of events is listed; the chosen one may be another.
  const curve = useQuery({ ...curveQuery(chosen ?? 0), enabled: chosen !== undefined });
  return (
    <Loaded query={events} label="Events" className="h-96">
      {({ items }) => {
        const id = chosen ?? (items.find(({ isOver, sold }) => !isOver && sold > 0) ?? items[0])?.id;
        if (id === undefined && address.q === "")
          return <p className="py-12 text-center text-muted">Create an event to see its sales here.</p>;
        const curveEvent = curve.data?.events[0];
        const choices = [
          ...(curveEvent !== undefined && curveEvent.id === id && items.every((each) => each.id !== id)
            ? [curveEvent]
            : []),
          ...items,
        ].map((event) => ({ value: String(event.id), label: nameOf(event) }));
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="grid gap-2 sm:flex print:hidden">
              <SearchBox address={search} placeholder="Event, city or venue" />
              <FilterSelect
                label="Event"
                {...(id === undefined ? { any: "No matches" } : {})}
                value={id === undefined ? undefined : String(id)}
                choices={choices}
                onChange={(value) => address.change({ event: value })}
              />
            </div>
            {id === undefined ? (
              <p className="py-12 text-center text-muted">No events match your search.</p>
            ) : (
              <OneEvent id={id} />
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

const curveQuery = (id: number) => adminQuery("GET /api/admin/analytics/events/{id}/sales-curve", { params: { id } });
const nameOf = ({ title, startsAt, timeZone }: Pick<AdminEvent, "title" | "startsAt" | "timeZone">) =>
  `${title}, ${formatDay(startsAt, timeZone)}`;

function OneEvent({ id }: { id: number }) {
  const query = useQuery(curveQuery(id));
  return (
    <div aria-busy={query.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)]">
      <Loaded query={query} title="The sales curve didn't load" className="h-96">
        {(data) => <Curves data={data} />}
      </Loaded>
    </div>
  );
}

type Point = SalesCurve["events"][number]["points"][number];
type Metric = "tickets" | "revenueCents";

/** The most days before an event that are drawn: what is earlier counts, but not day by day. */
const maxDays = 90;

/**
 * A curve's value on each day, from so many days before the event to its day. A day without sales has the sum of the days
 * before; days that are still to come, after `until`, have none.
 */
export function valuesOf(points: Point[], { from, until }: { from: number; until: number }, metric: Metric) {
  return Array.from({ length: from + 1 }, (_, index) => {
    const daysToGo = from - index;
    if (daysToGo < until) return null;
    return points.findLast((point) => point.daysToGo >= daysToGo)?.[metric] ?? 0;
  });
}

const goText = (days: number) => (days === 0 ? "Day of the event" : `${counted(days, "day")} to go`);

function Curves({ data: { currency, daysToGo, events } }: { data: SalesCurve }) {
  const [metric, setMetric] = useState<Metric>("tickets");
  const [event, ...earlier] = events;
  const money = (cents: number) => formatMoney(cents, currency);
  const show = metric === "tickets" ? formatCount : money;
  const first = Math.max(0, ...events.flatMap(({ points }) => points.map((point) => point.daysToGo)));
  const from = Math.min(maxDays, Math.max(first, daysToGo, 1));
  const places = Array.from({ length: from + 1 }, (_, index) => goText(from - index));
  const names = events.map(nameOf);
  const others = earlier.map(({ now }) => now[metric]).toSorted((a, b) => a - b);
  const usual = others[Math.floor(others.length / 2)];
  const head = ["Event", goText(daysToGo), "Revenue then", "In the end", "Revenue in the end", "Of capacity"];
  return (
    <ChartFrame
      title={`Sales by days to go: ${event!.title}`}
      state={events.every(({ points }) => points.length === 0) ? "empty" : "ready"}
      emptyText="No tickets sold yet, here or at earlier events."
      figure={
        <CsvButton
          name={`sales-curve-${event!.id}`}
          head={["Event", "Days to go", "Tickets", "Revenue"]}
          rows={events.flatMap(({ points }, index) =>
            points.map((point) => [names[index]!, point.daysToGo, point.tickets, point.revenueCents / 100]),
          )}
        />
      }
      controls={
        <div className="w-40 max-w-full">
          <FilterSelect
            label="Metric"
            value={metric}
            choices={[
              { value: "tickets", label: "Tickets" },
              { value: "revenueCents", label: "Revenue" },
            ]}
            onChange={(value) => setMetric((value ?? "tickets") as Metric)}
          />
        </div>
      }
      table={{
        head,
        rows: events.map(({ now, final, capacity }, index) => [
          names[index]!,
          formatCount(now.tickets),
          money(now.revenueCents),
          index === 0 && daysToGo > 0 ? "–" : formatCount(final.tickets),
          index === 0 && daysToGo > 0 ? "–" : money(final.revenueCents),
          formatShare(final.tickets, capacity),
        ]),
      }}
    >
      <p>
        {goText(daysToGo)}: <b className="tabular-nums">{show(event!.now[metric])}</b>
        {metric === "tickets" && ` of ${formatCount(event!.capacity)} tickets`}.{" "}
        {usual === undefined
          ? "There's no earlier event to compare with."
          : `Earlier events usually had ${show(usual)} at this point.`}
      </p>
      <CurveChart
        label={`Sales of ${event!.title} by days to go`}
        places={places}
        currency={metric === "tickets" ? undefined : currency}
        show={show}
        curves={events.map(({ points }, index) => ({
          name: names[index]!,
          values: valuesOf(points, { from, until: index === 0 ? daysToGo : 0 }, metric),
        }))}
      />
    </ChartFrame>
  );
}
