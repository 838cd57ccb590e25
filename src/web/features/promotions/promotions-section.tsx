import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { codes } from "./codes.tsx";
import { promoters } from "./promoters.tsx";
import { PromotionList } from "./promotion-list.tsx";

/** Promo codes and promoters across all events. */
export function PromotionsSection() {
  return (
    <AdminShell
      title="Promotions"
      description="Promo codes and promoter links."
      lead="What brings people in and what it costs."
    >
      <AllPromotions />
    </AdminShell>
  );
}

function AllPromotions() {
  const address = useListAddress();
  const onPromoters = address.search.get("list") === "promoters";
  // Each list has its own search and sort order, so a switch resets them.
  const tab = (label: string, list?: string) => ({
    label,
    current: onPromoters === (list !== undefined),
    to: address.addressWith({
      q: undefined,
      sort: undefined,
      status: undefined,
      code: undefined,
      promoter: undefined,
      list,
    }),
  });
  return (
    <div className="grid min-w-0 gap-5">
      <PageTabs label="Codes or promoters" tabs={[tab("Promo codes"), tab("Promoters", "promoters")]}>
        {onPromoters ? (
          <PromotionList kind={promoters} eventId={undefined} />
        ) : (
          <PromotionList kind={codes} eventId={undefined} />
        )}
      </PageTabs>
    </div>
  );
}
