import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { moneyViews } from "./views.ts";

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
