import { useSearchParams } from "react-router";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { CodeList } from "./code-list.tsx";
import { PromoterList } from "./promoter-list.tsx";

/** Promo codes and promoters across all events. */
export function PromotionsSection() {
  const [search] = useSearchParams();
  const onPromoters = search.get("list") === "promoters";
  const address = (list?: string) => withQuery(paths.admin(), { section: "promotions", list });
  return (
    <AdminShell
      title="Promotions"
      description="Promo codes and promoter links."
      lead="What brings people in and what it costs."
    >
      <PageTabs
        label="Codes or promoters"
        tabs={[
          { to: address(), label: "Promo codes", current: !onPromoters },
          { to: address("promoters"), label: "Promoters", current: onPromoters },
        ]}
      />
      {onPromoters ? <PromoterList /> : <CodeList />}
    </AdminShell>
  );
}
