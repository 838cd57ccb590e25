import { adminEventQuery, salesQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { use } from "react";
import { Link } from "#web/lib/router.ts";
import type { AdminEventDetail } from "#contract/admin/orders.ts";
import type { EditedEvent } from "#contract/events/editing.ts";
import type { EventSales } from "#contract/events/sales.ts";
import { figureSentences } from "#contract/figures.ts";
import { Figures, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { MeterDot, type MeterPart, SoldMeter } from "#web/admin-kit/meter.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { TicketMeter } from "#web/admin-kit/ticket-meter.tsx";
import { Checklist, useGaps } from "#web/features/events/editor/checklist.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Skeleton } from "#web/ui/spinner.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { ShareContext } from "../event-tab.ts";
import { LiveIndicator, liveMs } from "./live-indicator.tsx";
import { type NextStep, nextSteps } from "./next-steps.ts";
import { SalesPace } from "./sales-pace.tsx";

/** An event at a glance: tickets, money, check-ins, the pace of its sales, and what to do next. */
export function Overview({ event }: { event: EditedEvent }) {
  const query = useQuery(adminEventQuery(event.id, liveMs));
  const sales = useQuery(salesQuery(event.id));
  const { data: counts, error } = query;
  return (
    // On a phone, what to do next comes after the figures; on a wide screen it stands beside them.
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_min(22rem,50%)] xl:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 gap-5">
        {/* LiveIndicator says how old the figures are, so a failure only shows when there are none. */}
        {!counts && <ReadFailure label="This event" query={query} />}
        {!counts && !error && <Skeleton className="h-60" />}
        {counts && (
          <>
            <LiveIndicator query={query} />
            <Glance counts={counts} />
            {counts.capacity > 0 && <Capacity counts={counts} />}
          </>
        )}
      </div>
      <div className="grid min-w-0 gap-5 xl:col-start-2 xl:row-span-2 xl:row-start-1">
        <NextSteps event={event} />
        {sales.data && <Money sales={sales.data} eventId={event.id} />}
      </div>
      <div className="grid min-w-0 gap-5 xl:col-start-1">
        <SalesPace query={sales} event={{ ...event, ...counts }} />
        {counts && counts.types.length > 0 && <ByType types={counts.types} event={counts} />}
      </div>
    </div>
  );
}

function ByType({
  types,
  event,
}: Pick<AdminEventDetail, "types"> & { event: Pick<AdminEventDetail, "isOver" | "status"> }) {
  return (
    <Panel title="By ticket type" text="In tickets: a package counts as many as it admits." compact>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-5 lg:grid-cols-2">
        {types.map((type) => (
          <li key={type.id}>
            <TicketMeter counts={type} name={type.name} event={event} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Glance({ counts }: { counts: AdminEventDetail }) {
  const { id, sold, capacity, admittedCount, ticketCount, paidCents, currency } = counts;
  return (
    <Figures
      items={[
        {
          label: "Tickets sold",
          value: formatCount(sold),
          note: `of ${formatCount(capacity)}, ${formatShare(sold, capacity)}`,
          to: hubPath(id, "attendees", { kind: "sold", status: "valid" }),
        },
        { label: "Revenue", value: formatMoney(paidCents, currency), note: "after refunds", to: hubPath(id, "sales") },
        {
          label: "Checked in",
          value: formatCount(admittedCount),
          note: `of ${formatCount(ticketCount)} tickets, comps included`,
          to: hubPath(id, "attendees", { status: "in" }),
        },
      ]}
    />
  );
}

type Part = { name: string; count: number; to: string; note?: string; tone?: MeterPart["tone"] };

/** Where every ticket of the capacity is. The parts add up to it. */
function Capacity({ counts }: { counts: AdminEventDetail }) {
  const { id } = counts;
  const attendees = (query: Record<string, string>) => hubPath(id, "attendees", query);
  const rest = counts.isOver ? "Unsold" : "Left";
  const parts: Part[] = [
    { name: "Sold", tone: "gold", count: counts.sold, to: attendees({ kind: "sold", status: "valid" }) },
    { name: "Comps", tone: "sea", count: counts.comps, to: attendees({ kind: "comp", status: "valid" }) },
    {
      name: "On hold",
      tone: "soft",
      count: counts.held,
      to: hubPath(id, "orders", { status: "awaiting_payment" }),
      note: "in unpaid orders or for comps",
    },
    {
      name: "Not back on sale",
      tone: "faint",
      count: counts.withheld,
      to: attendees({ status: "void" }),
      note: "spots of canceled tickets",
    },
    ...(counts.status === "canceled" ? [] : [{ name: rest, count: counts.left, to: hubPath(id, "tickets") }]),
  ];
  return (
    <Panel title={`Capacity ${formatCount(counts.capacity)}`} compact>
      <SoldMeter {...counts} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-8">
        {parts
          .filter(({ name, count }) => count > 0 || name === "Sold" || name === rest)
          .map(({ name, tone, count, to, note }) => (
            <div key={name}>
              <dt className="flex items-center gap-2 text-sm text-muted">
                {tone && <MeterDot tone={tone} />}
                {name}
              </dt>
              <dd className="font-display text-xl leading-tight font-bold tabular-nums">
                <Link to={to} className="underline decoration-edge underline-offset-4 hover:decoration-current">
                  {formatCount(count)}
                </Link>
              </dd>
              {note && <dd className="text-sm text-muted">{note}</dd>}
            </div>
          ))}
      </dl>
    </Panel>
  );
}

/** What the event earned, as sums that add up when read from top to bottom. */
function Money({ sales: { total, currency }, eventId }: { sales: EventSales; eventId: number }) {
  const money = (cents: number) => formatMoney(cents, currency);
  const rows = [
    { name: "Paid, after discounts", amount: money(total.cents + total.refundedCents) },
    {
      name: "Refunds and lost disputes",
      amount: total.refundedCents > 0 ? `−${money(total.refundedCents)}` : money(0),
    },
  ];
  return (
    <Panel title="Money" compact>
      <dl className="grid gap-2 tabular-nums">
        {rows.map(({ name, amount }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>Revenue</dt>
          <dd>
            <Link to={hubPath(eventId, "sales")} className="underline decoration-edge underline-offset-4">
              {money(total.cents)}
            </Link>
          </dd>
        </div>
      </dl>
      <p className="text-sm text-muted tabular-nums">
        {total.feeCents > 0 && `Includes fees of ${money(total.feeCents)}. `}
        {total.discountCents > 0 && `Promo codes took off ${money(total.discountCents)}. `}
        {figureSentences.revenue}
      </p>
    </Panel>
  );
}

const soonMs = 86_400_000;

/** What is missing and what to do next, by what was saved. */
function NextSteps({ event }: { event: EditedEvent }) {
  const gaps = useGaps();
  const now = useNow();
  const isIncomplete = gaps.some(({ weight }) => weight === "needed");
  const isSoon = Date.parse(event.startsAt) - now < soonMs;
  const steps = nextSteps({ ...event, isIncomplete, isSoon });
  const showsGaps = gaps.length > 0 && event.status !== "canceled" && !event.isOver;
  if (!showsGaps && steps.length === 0) return null;
  return (
    <Panel title="Next steps" compact>
      {showsGaps && <Checklist gaps={gaps} />}
      {steps.length > 0 && (
        <ul className="grid gap-1">
          {steps.map((step) => (
            <li key={step.text}>
              <Step step={step} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Step({ step: { text, hint, to } }: { step: NextStep }) {
  const share = use(ShareContext);
  const inside = (
    <>
      <span className="grid min-w-0 grow">
        <span className="font-semibold">{text}</span>
        {hint && <span className="text-sm text-muted">{hint}</span>}
      </span>
      <ChevronRight className="size-4.5 shrink-0 text-muted" />
    </>
  );
  const style = "flex min-h-11 w-full items-center gap-3 rounded-sm py-1 text-left hover:bg-ink/5";
  if (text === "Share the link") {
    return (
      <button type="button" onClick={share} className={style}>
        {inside}
      </button>
    );
  }
  if (to === undefined) return <p className="py-1">{hint ? `${text}. ${hint}` : text}</p>;
  return (
    <Link to={to} className={style}>
      {inside}
    </Link>
  );
}
