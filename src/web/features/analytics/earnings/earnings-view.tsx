import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { EarningsReport } from "#contract/analytics/earnings.ts";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { FilterSelect } from "#web/admin-kit/table/table-toolbar.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { useBrandDay } from "../scope.ts";
import { figureSentences } from "#contract/figures.ts";
import { formatMoney } from "#web/lib/money.ts";
import { withQuery } from "#web/lib/paths.ts";
import { ChartFrame } from "#web/ui/chart/chart-frame.tsx";
import { DayChart } from "#web/ui/chart/day-chart.tsx";
import { dayNames } from "#web/ui/chart/scales.ts";
import { DateFields } from "#web/ui/date-fields.tsx";
import { EventEarnings } from "./event-earnings.tsx";
import { type Period, periodsOf, readPeriod } from "./period.ts";
import { SettlementView } from "./settlement-view.tsx";
import { signed, Statement } from "./statement.tsx";

type CurrencyEarnings = EarningsReport["currencies"][number];

/** What the brand earned: in total, by day and by event. With `&event=`, the settlement of one event. */
export function EarningsView() {
  const eventId = useListAddress().number("event");
  return eventId === undefined ? <PeriodEarnings /> : <SettlementView eventId={eventId} />;
}

function PeriodEarnings() {
  const { search } = useListAddress();
  const { today } = useBrandDay();
  const period = readPeriod(search, today);
  const query = useQuery(adminQuery("GET /api/admin/earnings", { query: period }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PeriodPicker period={period} today={today} />
      <div
        aria-busy={query.isFetching}
        className={clsx("grid gap-8 transition-opacity", query.isPlaceholderData && "opacity-50")}
      >
        <Loaded label="Earnings" query={query} className="h-96">
          {({ currencies, timeZone, from, to }) =>
            currencies.map((earnings) => (
              <InCurrency
                key={earnings.currency}
                earnings={earnings}
                period={{ from, to }}
                timeZone={timeZone}
                hasOthers={currencies.length > 1}
              />
            ))
          }
        </Loaded>
      </div>
    </div>
  );
}

function PeriodPicker({ period, today }: { period: Period; today: string }) {
  const address = useListAddress();
  const known = periodsOf(today);
  const chosen = known.find((each) => each.period.from === period.from && each.period.to === period.to);
  const choose = ({ from, to }: Period) =>
    address.change({ from, to: to === today ? undefined : to }, { replace: false });
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterSelect
        label="Period"
        {...(chosen ? {} : { any: "Other days" })}
        value={chosen?.label}
        choices={known.map(({ label }) => ({ value: label, label }))}
        onChange={(label) => {
          const next = known.find((each) => each.label === label);
          if (next) choose(next.period);
        }}
      />
      <DateFields range={period} today={today} onRange={(from, to) => choose({ from, to })} />
    </div>
  );
}

type ChartProps = { earnings: CurrencyEarnings; timeZone: string };
type InCurrencyProps = ChartProps & { period: Period; hasOthers: boolean };

function InCurrency({ earnings, timeZone, period, hasOthers }: InCurrencyProps) {
  const { currency, total, disputedCents } = earnings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {hasOthers && <h2 className="display text-display-sm">In {currency}</h2>}
      <div className="beside-26 wraps-above! gap-5">
        <EarningsChart earnings={earnings} timeZone={timeZone} />
        <div>
          <Panel compact title="What you earned">
            <Statement
              earnings={total}
              currency={currency}
              sold="Tickets and products, less discounts"
              notes={[
                figureSentences.days,
                figureSentences.net,
                disputedCents > 0 && (
                  <Link
                    key="disputes"
                    to={withQuery("/admin", { section: "money", view: "disputes" })}
                    className="text-ink underline underline-offset-3"
                  >
                    {`Banks took ${formatMoney(disputedCents, currency)} in disputes that are still open. It isn't deducted.`}
                  </Link>
                ),
              ].filter(Boolean)}
            />
          </Panel>
        </div>
      </div>
      <EventEarnings events={earnings.events} currency={currency} period={period} />
    </div>
  );
}

const metrics = { netCents: "Net", revenueCents: "Revenue", grossCents: "Gross", refundCents: "Refunds" } as const;
type Metric = keyof typeof metrics;

function EarningsChart({ earnings: { currency, days, total }, timeZone }: ChartProps) {
  const [metric, setMetric] = useState<Metric>("netCents");
  const dayName = dayNames(days.map(({ day }) => day));
  const money = (cents: number) => signed(cents, currency);
  const isEmpty = days.every(
    ({ grossCents, refundCents, netCents }) => grossCents === 0 && refundCents === 0 && netCents === 0,
  );
  return (
    <ChartFrame
      title="Earnings by day"
      state={isEmpty ? "empty" : "ready"}
      emptyText="No sales and no refunds in this period."
      figure={
        <span className="font-display text-2xl leading-tight font-bold tabular-nums">{money(total[metric])}</span>
      }
      table={{
        head: ["Day", "Gross", "Refunds", "Lost disputes", "Revenue", "Net"],
        rows: days
          .toReversed()
          .map(({ day, grossCents, refundCents, lostDisputeCents, revenueCents, netCents }) => [
            dayName(day),
            money(grossCents),
            money(refundCents),
            money(lostDisputeCents),
            money(revenueCents),
            money(netCents),
          ]),
      }}
      controls={
        <div className="w-40 max-w-full">
          <FilterSelect
            label="Metric"
            value={metric}
            choices={Object.entries(metrics).map(([value, label]) => ({ value, label }))}
            onChange={(value) => setMetric((value ?? "netCents") as Metric)}
          />
        </div>
      }
    >
      <DayChart
        label={`${metrics[metric]} by day`}
        currency={currency}
        timeZone={timeZone}
        points={days.map((day) => ({
          day: day.day,
          value: day[metric],
          text: `${money(day.netCents)} net of ${money(day.grossCents)} gross`,
        }))}
      />
    </ChartFrame>
  );
}
