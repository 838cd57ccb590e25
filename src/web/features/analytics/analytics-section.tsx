import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useSearchParams } from "react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useOwnZone } from "#web/features/admin/moment.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { addDays, isDay } from "#web/lib/days.ts";
import { dayOf } from "#web/lib/dates.ts";
import { ReportView } from "./report-view.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { inputStyle } from "#web/ui/input.tsx";
import type { AnalyticsReport } from "#contract/analytics.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type Range = { from: string; to: string };

/** The preset ranges in days, including today. */
export const presets = [7, 28, 90, 365] as const;

/** The range in a URL, with invalid values corrected: the 28 days up to today by default, 400 days at most. */
export function readRange(search: URLSearchParams, today: string): Range {
  const to = search.get("to");
  const from = search.get("from");
  const last = isDay(to) && to <= today ? to : today;
  const first = isDay(from) && from <= last ? from : addDays(last, -27);
  const earliest = addDays(last, -399);
  return { from: first < earliest ? earliest : first, to: last };
}

const analyticsQuery = (range: { from: string; to: string; timeZone: string }) =>
  adminQuery<AnalyticsReport>(withQuery("/api/admin/analytics", range));

/** Visits between two days in the viewer's time zone. */
export function AnalyticsSection() {
  const [search] = useSearchParams();
  const timeZone = useOwnZone();
  const today = dayOf(useNow(), timeZone);
  const range = readRange(search, today);
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery({ ...range, timeZone }));
  return (
    <AdminShell
      title="Analytics"
      description="Page views, event views and ticket clicks, by day and device."
      lead="What visitors look at. Visits by signed-in staff don't count."
    >
      <div className="grid gap-5">
        <RangePicker range={range} today={today} />
        {error && !data && (
          <Callout tone="bad" title="We couldn't load analytics">
            <p>{failureText(error)}</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
              Try again
            </Button>
          </Callout>
        )}
        {!data && !error && <Skeleton className="h-96" />}
        {data && (
          <div aria-busy={isPlaceholderData} className={clsx("transition-opacity", isPlaceholderData && "opacity-50")}>
            <ReportView report={data} />
          </div>
        )}
      </div>
    </AdminShell>
  );
}

/** The date range: four preset buttons, and two date fields for any other range. */
export function RangePicker({ range, today }: { range: Range; today: string }) {
  const address = useListAddress();
  const choose = (from: string, to: string) => address.change({ from, to: to === today ? undefined : to });
  const dateStyle = clsx(inputStyle, "min-h-10! w-auto! px-2.5! py-1.5! text-sm! tabular-nums");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div role="group" aria-label="Range" className="flex rounded-sm border border-edge">
        {presets.map((days) => {
          const from = addDays(today, 1 - days);
          const isOn = range.to === today && range.from === from;
          return (
            <button
              key={days}
              type="button"
              aria-pressed={isOn}
              onClick={() => choose(from, today)}
              className={clsx(
                "min-h-10 border-r border-edge px-3 text-sm font-semibold whitespace-nowrap last:border-r-0",
                isOn ? "bg-gold text-on-gold" : "hover:bg-ink/6",
              )}
            >
              {days === 365 ? "1 year" : `${days} days`}
            </button>
          );
        })}
      </div>
      <input
        type="date"
        aria-label="From"
        value={range.from}
        max={range.to}
        onChange={(e) => e.target.value && choose(e.target.value, range.to)}
        className={dateStyle}
      />
      <span aria-hidden="true" className="text-muted">
        to
      </span>
      <input
        type="date"
        aria-label="To"
        value={range.to}
        min={range.from}
        max={today}
        onChange={(e) => e.target.value && choose(range.from, e.target.value)}
        className={dateStyle}
      />
    </div>
  );
}
