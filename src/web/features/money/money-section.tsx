import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { moneyViews } from "./views.ts";

/** Money: whether it adds up, and what to do where it does not. */
export function MoneySection() {
  const [search] = useSearchParams();
  const current = moneyViews.find(({ name }) => name === search.get("view")) ?? moneyViews[0];
  const to = (name: string) =>
    withQuery(paths.admin(), { section: "money", view: name === moneyViews[0].name ? undefined : name });
  return (
    <DeskPage
      title="Money"
      description="Whether the money adds up, and what to do where it does not."
      lead="What came in, what went back, and whether it adds up."
    >
      {moneyViews.length > 1 && (
        <PageTabs
          label="Views of the money"
          tabs={moneyViews.map((view) => ({ to: to(view.name), label: view.label, current: view === current }))}
        />
      )}
      <Suspense fallback={<Spinner />}>
        <current.View key={current.name} />
      </Suspense>
    </DeskPage>
  );
}
