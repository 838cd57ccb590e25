import { useQuery } from "@tanstack/react-query";
import type { AdminFigures, TrendDay, AdminTrend } from "#contract/admin/overview.ts";
import { figureSentences } from "#contract/figures.ts";
import { formatMoney } from "#web/lib/money.ts";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { type Figure, Figures, formatCount } from "#web/admin-kit/figures.tsx";
import { Loaded, ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { clsx } from "clsx";
import { SalesChart, type SalesMetric } from "#web/admin-kit/sales-chart.tsx";
import { use } from "react";
import { Link } from "#web/lib/router.ts";
import { Callout } from "#web/ui/callout.tsx";
import { type AdminPage, AdminPages } from "#web/admin-kit/admin-pages.ts";
import type { AdminEvent } from "#contract/admin/orders.ts";
import { paths } from "#web/lib/paths.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { TicketMeter } from "#web/admin-kit/ticket-meter.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { ReadyToSell } from "./readiness.tsx";

/** Sales by day, and what needs attention. */
const trendQuery = () => adminQuery("GET /api/admin/trend", {}, 60_000);
/** Events, upcoming ones first. */
const nextEventsQuery = () => adminQuery("GET /api/admin/box-office/events");

/** The last 30 days by day, and how the last seven compare to the seven before. */
function Trend() {
  const { data, error, refetch } = useQuery(trendQuery());
  const days = data?.days ?? [];
  const isEmpty = days.every((day) => day.orders === 0 && day.cents === 0);
  return (
    <SalesChart
      title="Sales in the last 30 days, after refunds"
      state={data ? (isEmpty ? "empty" : "ready") : error ? "failed" : "waiting"}
      emptyText="No paid orders in the last 30 days."
      onRetry={() => void refetch()}
      sales={data}
      renderFigure={(metric, show) => <Comparison days={days} metric={metric} show={show} />}
    />
  );
}

const sum = (days: TrendDay[], metric: SalesMetric) => days.reduce((total, day) => total + day[metric], 0);

type ComparisonProps = { days: TrendDay[]; metric: SalesMetric; show: (value: number) => string };

function Comparison({ days, metric, show }: ComparisonProps) {
  const [last, before] = [sum(days.slice(-7), metric), sum(days.slice(-14, -7), metric)];
  const change = before <= 0 ? undefined : Math.round((100 * (last - before)) / before);
  return (
    <span className="grid text-sm text-muted md:text-right">
      <span>
        <span className="font-display text-2xl leading-tight font-bold text-ink tabular-nums">{show(last)}</span> in the
        last 7 days
      </span>
      {/* Without a change to show, the line stays: the chart below doesn't move when the numbers arrive. */}
      <span className={clsx(change && (change > 0 ? "text-sea" : "text-hibiscus"))}>
        {change === undefined ? "\u00a0" : compare(change)}
      </span>
    </span>
  );
}

/** @param change the change from the seven days before, in whole percent */
const compare = (change: number) =>
  change === 0 ? "Same as the 7 days before" : `${change > 0 ? `+${change}` : `−${-change}`}% vs. the 7 days before`;

/** What the site needs before it sells, the next event, today's figures, what needs attention, the sales trend, and the sales of upcoming events. */
export function Overview() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PartBoundary>
        <ReadyToSell />
      </PartBoundary>
      <div className="halves gap-6">
        <NextEvent />
        <div className="grid content-start gap-5">
          <Loaded
            label="The overview"
            query={useQuery(adminQuery("GET /api/admin/figures", {}, 60_000))}
            className="h-24"
          >
            {(data) => (
              <section className="grid content-start gap-2.5" aria-labelledby="today">
                <h2 id="today" className="text-sm font-semibold text-muted">
                  Today, after refunds
                </h2>
                <Figures items={figuresOf(data)} />
                <p className="text-sm text-muted">
                  {figureSentences.revenue} {figureSentences.days}
                </p>
              </section>
            )}
          </Loaded>
          <PartBoundary>
            <Attention />
          </PartBoundary>
        </div>
      </div>
      <div className="beside-24 gap-6">
        <PartBoundary>
          <Trend />
        </PartBoundary>
        <PartBoundary>
          <NextEvents />
        </PartBoundary>
      </div>
    </div>
  );
}

/** Whether it is still to come: nobody prepares a canceled event. */
const takesPlace = ({ isOver, status }: AdminEvent) => !isOver && status !== "canceled";

/** The next event, how it sells, and the way to its hub. */
function NextEvent() {
  const query = useQuery(nextEventsQuery());
  return (
    <Loaded label="Events" query={query} className="h-44">
      {({ items }) => {
        const event = items.find(takesPlace);
        return (
          <section
            aria-labelledby="next-event"
            className="pinstripe grid content-start gap-4 rounded-md border border-line bg-panel p-5"
          >
            <h2 id="next-event" className="eyebrow text-gilt">
              Next event
            </h2>
            {event ? <NextEventCard event={event} /> : <p className="text-muted">No upcoming events.</p>}
          </section>
        );
      }}
    </Loaded>
  );
}

function NextEventCard({ event }: { event: AdminEvent }) {
  return (
    <>
      <div className="grid gap-1">
        <p className="display text-display-sm wrap-anywhere">
          <Link to={hubPath(event.id)} className="underline-offset-4 hover:underline">
            {event.title}
          </Link>
        </p>
        <p className="text-muted">
          <EventMoment at={event.startsAt} timeZone={event.timeZone} /> · {event.venue.name}, {event.venue.city}
        </p>
      </div>
      {event.capacity === 0 ? <p>No tickets yet.</p> : <TicketMeter counts={event} event={event} />}
      <div className="flex flex-wrap gap-2">
        <LinkButton size="sm" to={hubPath(event.id)}>
          Open
        </LinkButton>
        <LinkButton size="sm" variant="outline" to={hubPath(event.id, "attendees")}>
          Attendees
        </LinkButton>
        <LinkButton size="sm" variant="outline" to={hubPath(event.id, "door")}>
          Check-in
        </LinkButton>
      </div>
    </>
  );
}

function figuresOf({ today }: AdminFigures): Figure[] {
  const money = today.money.length === 0 ? [{ currency: "USD", cents: 0 }] : today.money;
  return [
    { label: "Revenue", value: money.map(({ currency, cents }) => formatMoney(cents, currency)).join(" + ") },
    { label: "Tickets sold", value: formatCount(today.tickets) },
    { label: "Orders", value: formatCount(today.orders), to: paths.ticketManagement() },
    { label: "Comps", value: formatCount(today.comps), note: "free tickets", to: paths.freeTickets() },
  ];
}

/** What needs staff's attention, with links to it; renders nothing if all is well. */
function Attention() {
  const query = useQuery(trendQuery());
  const groups = use(AdminPages);
  const { data, error } = query;
  if (!data) {
    return error ? (
      <ReadFailure label="Alerts" query={query} />
    ) : (
      <p role="status" className="text-sm text-muted">
        Checking for anything that needs attention…
      </p>
    );
  }
  const matters = groups.flatMap(({ pages }) => pages.flatMap((page) => mattersOf(page, data.attention)));
  if (matters.length === 0) return null;
  return (
    <Callout tone="soon" title="Needs attention">
      <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        {matters.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className="text-ink underline underline-offset-3">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function mattersOf({ to: page, matters = {} }: AdminPage, attention: AdminTrend["attention"]) {
  return Object.entries(matters).flatMap(([name, { words, to = page }]) => {
    const count = attention.find((matter) => matter.name === name)?.count;
    if (count === undefined) return [];
    const text = typeof words === "string" ? words : `${formatCount(count)} ${words[count === 1 ? 0 : 1]}`;
    return [{ text, to }];
  });
}

/** The next events and the tickets that each has sold. */
function NextEvents() {
  const { data, error } = useQuery(nextEventsQuery());
  const events = data?.items.filter(takesPlace).slice(0, 6) ?? [];
  return (
    <section
      aria-labelledby="next-events"
      className="grid content-start gap-1 rounded-md border border-line bg-panel p-5"
    >
      <h2 id="next-events" className="font-semibold">
        Upcoming events
      </h2>
      {error && !data && <p className="text-sm text-hibiscus">{failureText(error)}</p>}
      {!data && !error && <Skeleton className="h-44" />}
      {data && events.length === 0 && <p className="py-10 text-center text-sm text-muted">No upcoming events.</p>}
      <ul>
        {events.map((event) => (
          <NextEventRow key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function NextEventRow({ event }: { event: AdminEvent }) {
  return (
    <li className="relative grid gap-1 border-b border-line py-3 last:border-b-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={hubPath(event.id)}
          className="font-semibold underline-offset-3 wrap-anywhere after:absolute after:inset-0 hover:underline"
        >
          {event.title}
        </Link>
        <span className="shrink-0 text-sm text-muted">
          <EventMoment at={event.startsAt} timeZone={event.timeZone} withTime={false} />
        </span>
      </p>
      {event.capacity === 0 ? (
        <p className="text-sm text-muted">No tickets yet</p>
      ) : (
        <TicketMeter counts={event} event={event} />
      )}
    </li>
  );
}
