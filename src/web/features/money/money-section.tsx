import { Suspense, type ComponentType } from "react";
import { useSearchParams } from "react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

type MoneyView = { name: string; label: string; View: ComponentType };

/**
 * The views of the Money section, by `&view=`; the first one is the default. Each loads when it is opened and reads the
 * rest of the URL itself (`useListAddress`).
 */
const moneyViews: [MoneyView, ...MoneyView[]] = [
  {
    name: "discrepancies",
    label: "Discrepancies",
    View: lazyPart(
      "The list of discrepancies",
      async () => (await import("./discrepancies/discrepancies-view.tsx")).DiscrepanciesView,
    ),
  },
  {
    name: "disputes",
    label: "Disputes",
    View: lazyPart("The list of disputes", async () => (await import("./disputes/disputes-view.tsx")).DisputesView),
  },
  {
    name: "reconciliation",
    label: "Reconciliation",
    View: lazyPart(
      "Reconciliation",
      async () => (await import("./reconciliation/reconciliation-view.tsx")).ReconciliationView,
    ),
  },
  {
    name: "ledger",
    label: "Ledger",
    View: lazyPart("The ledger", async () => (await import("./ledger/ledger-view.tsx")).LedgerView),
  },
  {
    name: "checks",
    label: "Checks",
    View: lazyPart("The checks", async () => (await import("./checks/checks-view.tsx")).ChecksView),
  },
  {
    name: "webhooks",
    label: "Webhooks",
    View: lazyPart(
      "The list of webhooks",
      async () => (await import("./webhook-events/webhook-events-view.tsx")).WebhookEventsView,
    ),
  },
  {
    name: "ledger-export",
    label: "Ledger export",
    View: lazyPart(
      "The ledger export",
      async () => (await import("./ledger-export/ledger-export-view.tsx")).LedgerExportView,
    ),
  },
];

/** The Money section: payments, refunds and reconciliation. */
export function MoneySection() {
  const [search] = useSearchParams();
  const current = moneyViews.find(({ name }) => name === search.get("view")) ?? moneyViews[0];
  const to = (name: string) =>
    withQuery(paths.admin(), { section: "money", view: name === moneyViews[0].name ? undefined : name });
  return (
    <AdminShell
      title="Money"
      description="Payments, refunds and reconciliation."
      lead="Payments, refunds and reconciliation."
    >
      {moneyViews.length > 1 && (
        <PageTabs
          label="Money views"
          tabs={moneyViews.map((view) => ({ to: to(view.name), label: view.label, current: view === current }))}
        />
      )}
      <Suspense fallback={<Spinner />}>
        <current.View key={current.name} />
      </Suspense>
    </AdminShell>
  );
}
