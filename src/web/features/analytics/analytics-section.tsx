import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useSearchParams } from "react-router";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useOwnZone } from "#web/features/admin/moment.tsx";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { analyticsQuery } from "./queries.ts";
import { RangePicker } from "./range-picker.tsx";
import { dayOf, readRange } from "./range.ts";
import { ReportView } from "./report-view.tsx";

/** Visits between two days in the viewer's time zone. */
export function AnalyticsSection() {
  const [search] = useSearchParams();
  const timeZone = useOwnZone();
  const today = dayOf(useNow(), timeZone);
  const range = readRange(search, today);
  const { data, error, isPlaceholderData, refetch } = useQuery(analyticsQuery({ ...range, timeZone }));
  return (
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
  );
}
