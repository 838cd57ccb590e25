import { Suspense, type ComponentType } from "react";
import { useSearchParams } from "react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

type MoneyView = { label: string; View: ComponentType };

/**
 * The views of the Money section, by `&view=`; the first one is the default. Each loads when it is opened and reads the
 * rest of the URL itself (`useListAddress`).
 */
const moneyViews: Record<string, MoneyView> = {
  discrepancies: {
    label: "Discrepancies",
    View: lazyPart(
      "The list of discrepancies",
      async () => (await import("./discrepancies/discrepancies-view.tsx")).DiscrepanciesView,
    ),
  },
  disputes: {
    label: "Disputes",
    View: lazyPart("The list of disputes", async () => (await import("./disputes/disputes-view.tsx")).DisputesView),
  },
  reconciliation: {
    label: "Reconciliation",
    View: lazyPart(
      "Reconciliation",
      async () => (await import("./reconciliation/reconciliation-view.tsx")).ReconciliationView,
    ),
  },
  ledger: {
    label: "Ledger",
    View: lazyPart("The ledger", async () => (await import("./ledger/ledger-view.tsx")).LedgerView),
  },
  checks: {
    label: "Checks",
    View: lazyPart("The checks", async () => (await import("./checks/checks-view.tsx")).ChecksView),
  },
  webhooks: {
    label: "Webhooks",
    View: lazyPart(
      "The list of webhooks",
      async () => (await import("./webhook-events/webhook-events-view.tsx")).WebhookEventsView,
    ),
  },
  "ledger-export": {
    label: "Ledger export",
    View: lazyPart(
      "The ledger export",
      async () => (await import("./ledger-export/ledger-export-view.tsx")).LedgerExportView,
    ),
  },
};

const [firstView] = Object.keys(moneyViews);

/** The Money section: payments, refunds and reconciliation. */
export function MoneySection() {
  const [search] = useSearchParams();
  const view = search.get("view") ?? "";
  const current = Object.hasOwn(moneyViews, view) ? view : firstView!;
  const { View } = moneyViews[current]!;
  return (
    <AdminShell
      title="Money"
      description="Payments, refunds and reconciliation."
      lead="Payments, refunds and reconciliation."
    >
      <PageTabs
        label="Money views"
        tabs={Object.entries(moneyViews).map(([name, { label }]) => ({
          to: withQuery(paths.admin(), { section: "money", view: name === firstView ? undefined : name }),
          label,
          current: name === current,
        }))}
      />
      <Suspense fallback={<Spinner />}>
        <View key={current} />
      </Suspense>
    </AdminShell>
  );
}
