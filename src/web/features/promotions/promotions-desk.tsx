import { useSearchParams } from "react-router";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { CodeList } from "./code-list.tsx";
import { PromoterList } from "./promoter-list.tsx";

/** Promo codes and promoters across all nights. */
export function PromotionsDesk() {
  const [search] = useSearchParams();
  const onPromoters = search.get("list") === "promoters";
  const address = (list?: string) => withQuery(paths.admin(), { section: "promotions", list });
  return (
    <DeskPage
      title="Promotions"
      description="Promo codes, and the links of promoters and committees."
      lead="What brings people in, and what it costs."
    >
      <PageTabs
        label="Codes or promoters"
        tabs={[
          { to: address(), label: "Codes", current: !onPromoters },
          { to: address("promoters"), label: "Promoters", current: onPromoters },
        ]}
      />
      {onPromoters ? <PromoterList /> : <CodeList />}
    </DeskPage>
  );
}
