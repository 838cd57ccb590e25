import { Suspense, type ComponentType } from "react";
import { useSearchParams } from "#web/lib/router.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

type MoneyView = { label: string; View: ComponentType };

const Earnings = lazyPart(
  "The earnings",
  async () => (await import("#web/features/analytics/earnings/earnings-view.tsx")).EarningsView,
);

/**
 * How the money is accounted for, by `&view=`; without it, the section shows the earnings. Each view loads when it is
 * opened and reads the rest of the URL itself (`useListAddress`).
 */
const moneyViews: Record<string, MoneyView> = {
  discrepancies: {
    label: "Discrepancies",
    View: lazyPart(
      "The list of discrepancies",
      async () => (await import("#web/features/reconciliation/discrepancies-view.tsx")).DiscrepanciesView,
    ),
  },
  disputes: {
    label: "Disputes",
    View: lazyPart(
      "The list of disputes",
      async () => (await import("#web/features/payments/disputes-view.tsx")).DisputesView,
    ),
  },
  reconciliation: {
    label: "Reconciliation",
    View: lazyPart(
      "Reconciliation",
      async () => (await import("#web/features/reconciliation/reconciliation-view.tsx")).ReconciliationView,
    ),
  },
  ledger: {
    label: "Ledger",
    View: lazyPart("The ledger", async () => (await import("#web/features/ledger/ledger-view.tsx")).LedgerView),
  },
  checks: {
    label: "Checks",
    View: lazyPart("The checks", async () => (await import("#web/features/invariants/checks-view.tsx")).ChecksView),
  },
  webhooks: {
    label: "Webhooks",
    View: lazyPart(
      "The list of webhooks",
      async () => (await import("#web/features/payments/webhook-events-view.tsx")).WebhookEventsView,
    ),
  },
  "ledger-export": {
    label: "Ledger export",
    View: lazyPart(
      "The ledger export",
      async () => (await import("#web/features/order-documents/ledger-export/ledger-export-view.tsx")).LedgerExportView,
    ),
  },
};

const addressOf = (view?: string) => withQuery(paths.admin(), { section: "money", view });

/** The view that a URL names; undefined for the earnings. Links from before there were any have filters of discrepancies. */
function viewOf(search: URLSearchParams): string | undefined {
  const view = search.get("view") ?? (search.has("kind") || search.has("status") ? "discrepancies" : "");
  return Object.hasOwn(moneyViews, view) ? view : undefined;
}

/** The Money section: what was earned, and under Advanced, payments, refunds and reconciliation. */
export function MoneySection() {
  const [search] = useSearchParams();
  const current = viewOf(search);
  const View = current === undefined ? Earnings : moneyViews[current]!.View;
  return (
    <AdminShell
      title="Money"
      description="What you earned, and how it adds up."
      lead={
        current === undefined ? "What buyers paid and what's left for you." : "Payments, refunds and reconciliation."
      }
    >
      <PageTabs
        label="Money"
        tabs={[
          { to: addressOf(), label: "Earnings", current: current === undefined },
          { to: addressOf("discrepancies"), label: "Advanced", current: current !== undefined },
        ]}
      >
        {current !== undefined && (
          <PageTabs
            small
            label="Money views"
            tabs={Object.entries(moneyViews).map(([name, { label }]) => ({
              to: addressOf(name),
              label,
              current: name === current,
            }))}
          />
        )}
        <PartBoundary>
          <Suspense fallback={<Spinner />}>
            <View key={current} />
          </Suspense>
        </PartBoundary>
      </PageTabs>
    </AdminShell>
  );
}
