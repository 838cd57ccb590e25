import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { CodeList } from "./code-list.tsx";
import { PromoterList } from "./promoter-list.tsx";

/** The codes and promoters that count for one night: its own, and those for all nights. */
export function NightPromotions({ night }: { night: { id: number } }) {
  const address = useListAddress();
  const onPromoters = address.search.get("list") === "promoters";
  // Search and order are the other list's: each starts afresh.
  const fresh = {
    q: undefined,
    sort: undefined,
    status: undefined,
    state: undefined,
    code: undefined,
    promoter: undefined,
  };
  return (
    <div className="grid min-w-0 gap-5">
      <PageTabs
        label="Codes or promoters"
        tabs={[
          { to: address.addressWith({ ...fresh, list: undefined }), label: "Promo codes", current: !onPromoters },
          { to: address.addressWith({ ...fresh, list: "promoters" }), label: "Promoters", current: onPromoters },
        ]}
      />
      {onPromoters ? <PromoterList eventId={night.id} /> : <CodeList eventId={night.id} />}
    </div>
  );
}
