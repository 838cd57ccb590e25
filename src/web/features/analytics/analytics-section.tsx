import { useIsFetching } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { SpinnerMark, Skeleton } from "#web/ui/spinner.tsx";
import { BreakdownDetails } from "./breakdown-panel.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { OverviewView } from "./overview-view.tsx";
import { useScope } from "./scope.ts";
import { VisitorsNow } from "./visitors-now.tsx";

const views = {
  overview: "Overview",
  details: "Details",
  funnels: "Funnels",
  curve: "Event sales",
  buyers: "Repeat buyers",
};
const names = Object.keys(views) as (keyof typeof views)[];

const FunnelsView = lazyPart("The funnels", async () => (await import("./funnels-view.tsx")).FunnelsView);
const SalesCurveView = lazyPart("The sales curve", async () => (await import("./sales-curve-view.tsx")).SalesCurveView);
const CohortsView = lazyPart("Repeat buyers", async () => (await import("./cohorts-view.tsx")).CohortsView);

/** Who comes, what they do and what it earns, in the organizer's time zone. */
export function AnalyticsSection() {
  const scope = useScope();
  const { address } = scope;
  const view = address.choice("view", names) ?? "overview";
  return (
    <AdminShell
      title="Analytics"
      description="Visitors, sources, funnels and revenue, by day and device."
      lead="Who comes, what they do and what it earns. Visits by signed-in staff don't count."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <VisitorsNow />
        <PageTabs
          label="Analytics"
          tabs={names.map((name) => ({
            label: views[name],
            current: name === view,
            to: address.addressWith({ view: name === "overview" ? undefined : name, by: undefined, q: undefined }),
          }))}
        >
          {view !== "curve" && view !== "buyers" && <FilterBar scope={scope} />}
          <SlowNote />
          {view === "overview" && <OverviewView scope={scope} />}
          {view === "details" && <BreakdownDetails scope={scope} />}
          <Suspense fallback={<Skeleton className="h-96" />}>
            {view === "funnels" && <FunnelsView scope={scope} />}
            {view === "curve" && <SalesCurveView scope={scope} />}
            {view === "buyers" && <CohortsView />}
          </Suspense>
        </PageTabs>
      </div>
    </AdminShell>
  );
}

const slowMs = 2500;

/** Says that a slow answer is still on its way. */
function SlowNote() {
  const isFetching =
    useIsFetching({ predicate: ({ queryKey: [path] }) => /^\/api\/admin\/analytics\/./.test(String(path)) }) > 0;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = isFetching ? setTimeout(() => setSlow(true), slowMs) : undefined;
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isFetching]);
  return (
    <p role="status" className={isSlow ? "flex items-center gap-2 text-sm text-muted" : "sr-only"}>
      {isSlow && (
        <>
          <SpinnerMark className="size-4" /> Still counting. Long periods take a few seconds.
        </>
      )}
    </p>
  );
}
