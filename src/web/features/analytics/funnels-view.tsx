import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import type { Funnel, FunnelName } from "#contract/analytics/panels.ts";
import { sourceName } from "#contract/figures.ts";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { FilterSelect } from "#web/admin-kit/table/table-toolbar.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { CsvButton } from "./csv-button.tsx";
import { devices, formatChange, formatPercent, type FilterName, panelQuery, type Scope, subjects } from "./scope.ts";

type Step = Funnel["steps"][number];

const steps: Record<Step["step"], string> = {
  event_view: "Viewed an event",
  ticket_click: "Clicked tickets",
  product_view: "Viewed a product",
  cart_add: "Added to cart",
  stream_view: "Watched a stream",
  stream_chat: "Chatted",
  stream_shop: "Opened its shop",
  checkout: "Started checkout",
  paid: "Paid",
};

const titles: Record<FunnelName, string> = { tickets: "Tickets", shop: "Shop", live: "Live shows" };
/** Which of them narrows a funnel down. */
const items: Record<FunnelName, FilterName> = { tickets: "eventId", shop: "productId", live: "streamId" };
const splits = [
  { value: "none", label: "Not split" },
  { value: "source", label: "Split by source" },
  { value: "device", label: "Split by device" },
] as const;

/** How many go on at each step of buying, and the money there. */
export function FunnelsView({ scope }: { scope: Scope }) {
  const split = scope.address.choice("split", ["source", "device"] as const) ?? "none";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex print:hidden">
        <FilterSelect
          label="Split"
          value={split}
          choices={[...splits]}
          onChange={(value) => scope.address.change({ split: value === "none" ? undefined : value })}
        />
      </div>
      {(["tickets", "shop", "live"] as const).map((name) => (
        <OneFunnel key={name} scope={scope} name={name} split={split} />
      ))}
    </div>
  );
}

function OneFunnel({ scope, name, split }: { scope: Scope; name: FunnelName; split: "none" | "source" | "device" }) {
  const query = useQuery(
    panelQuery("GET /api/admin/analytics/funnel", { ...scope.query, funnel: name, splitBy: split }),
  );
  const isIgnored = subjects.some((filter) => filter !== items[name] && scope.filters[filter] !== undefined);
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={clsx("grid grid-cols-[minmax(0,1fr)] transition-opacity", query.isPlaceholderData && "opacity-50")}
    >
      <Loaded query={query} title={`${titles[name]} didn't load`} className="h-96">
        {(data) => <FunnelChart data={data} split={split} isIgnored={isIgnored} />}
      </Loaded>
    </div>
  );
}

/** A funnel's numbers as a table. */
function funnelTable({ steps: all, currency }: Pick<Funnel, "steps" | "currency">) {
  const money = (cents: number | null) => (cents === null ? "–" : formatMoney(cents, currency));
  return {
    head: ["Step", "Reached", "Of the step before", "Before", "Value", "Revenue for each"],
    rows: all.map((step) => [
      steps[step.step],
      formatCount(step.count),
      formatPercent(step.percent),
      step.countBefore === null ? "–" : formatCount(step.countBefore),
      money(step.cents),
      money(step.centsEach),
    ]),
  };
}

type FunnelChartProps = { data: Funnel; split: "none" | "source" | "device"; isIgnored: boolean };

function FunnelChart({ data, split, isIgnored }: FunnelChartProps) {
  const { funnel, steps: all, parts, currency } = data;
  const first = all[0]!.count;
  const paid = all.at(-1)!;
  const whole = Math.max(1, ...all.map(({ count }) => count));
  const ordersText = `${funnel === "tickets" ? "Checkout and paid count" : "Paid counts"} orders, so ad blockers can't hide them.`;
  return (
    <ChartFrame
      title={titles[funnel]}
      figure={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <span>
            <b className="font-display text-2xl leading-tight text-ink tabular-nums">
              {formatMoney(paid.cents ?? 0, currency)}
            </b>{" "}
            from {formatCount(paid.count)} {paid.count === 1 ? "order" : "orders"}
          </span>
          <CsvButton
            name={`funnel-${funnel}`}
            head={["Step", "Reached", "Percent of the step before", "Reached before", "Value", "Revenue for each"]}
            rows={all.map((step) => [
              steps[step.step],
              step.count,
              step.percent,
              step.countBefore,
              step.cents === null ? null : step.cents / 100,
              step.centsEach === null ? null : step.centsEach / 100,
            ])}
          />
        </span>
      }
      state={first === 0 && paid.count === 0 ? "empty" : "ready"}
      emptyText="Nobody took the first step in this period."
      table={funnelTable(data)}
    >
      {isIgnored && <p className="text-sm text-muted">Not narrowed down by the page, event, product or stream.</p>}
      <ol className="grid">
        {all.map((step, index) => (
          <StepRow key={step.step} step={step} next={all[index + 1]} whole={whole} currency={currency} />
        ))}
      </ol>
      <p className="text-sm text-muted">Steps before the order are visitors, counted once a day. {ordersText}</p>
      {parts.length > 0 && <Parts data={data} split={split} />}
    </ChartFrame>
  );
}

type StepRowProps = { step: Step; next: Step | undefined; whole: number; currency: string };

/** A step as a bar, and how it narrows to the next one. */
function StepRow({ step, next, whole, currency }: StepRowProps) {
  const width = (count: number) => (100 * count) / whole;
  const [here, there] = [width(step.count), next ? width(next.count) : 0];
  const change = step.countBefore === null ? undefined : formatChange(step.count, step.countBefore);
  const money = [
    step.cents !== null && `${formatMoney(step.cents, currency)} ${step.step === "paid" ? "earned" : "placed"}`,
    step.step !== "paid" && Boolean(step.centsEach) && `${formatMoney(step.centsEach!, currency)} earned each`,
  ];
  return (
    <li className="grid gap-x-5 md:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_minmax(0,17rem)]">
      <p className="flex items-baseline justify-between gap-3 pb-1 md:flex-col md:justify-start md:gap-0 md:pb-0">
        <span className="font-semibold">{steps[step.step]}</span>
        <span className="text-sm tabular-nums">
          {formatCount(step.count)}
          {change && <span className="text-muted"> ({change})</span>}
        </span>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 100 ${next ? 60 : 34}`}
        preserveAspectRatio="none"
        className={clsx("w-full", next ? "h-16 print:h-12" : "h-9 print:h-7")}
      >
        <rect x={(100 - here) / 2} width={here} height="34" className="fill-chart" />
        {next && (
          <polygon
            points={`${(100 - here) / 2},34 ${(100 + here) / 2},34 ${(100 + there) / 2},60 ${(100 - there) / 2},60`}
            fillOpacity="0.25"
            className="fill-chart"
          />
        )}
      </svg>
      <p className="pb-3 text-sm text-muted tabular-nums max-md:pt-1 md:pb-0 md:text-right">
        {money.filter(Boolean).join(" · ")}
        {next && <span className="block">{goOn(step, next)}</span>}
      </p>
    </li>
  );
}

/** What share goes on. With fewer at a step than at the next one, a share would say nothing. */
const goOn = (step: Step, next: Step) =>
  next.percent === null || next.count > step.count ? "" : `${formatPercent(next.percent)} go on`;

function Parts({
  data: { parts, currency, steps: all },
  split,
}: {
  data: Funnel;
  split: "none" | "source" | "device";
}) {
  const nameOf = (key: string) => (split === "source" ? sourceName(key) : (devices[key] ?? "Unknown"));
  return (
    <div
      role="region"
      aria-label={`By ${split}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-b border-edge text-muted">
            <th scope="col" className="py-1.5 text-left font-normal">
              {split === "source" ? "Source" : "Device"}
            </th>
            {all.map(({ step }) => (
              <th key={step} scope="col" className="py-1.5 pl-4 text-right font-normal whitespace-nowrap">
                {steps[step]}
              </th>
            ))}
            <th scope="col" className="py-1.5 pl-4 text-right font-normal whitespace-nowrap">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.key} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                {nameOf(part.key)}
              </th>
              {part.steps.map(({ step, count, percent }) => (
                <td key={step} className="py-1.5 pl-4 text-right whitespace-nowrap">
                  {formatCount(count)}
                  {percent !== null && <span className="text-muted"> · {formatPercent(percent)}</span>}
                </td>
              ))}
              <td className="py-1.5 pl-4 text-right whitespace-nowrap">
                {formatMoney(part.steps.at(-1)!.cents ?? 0, currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
