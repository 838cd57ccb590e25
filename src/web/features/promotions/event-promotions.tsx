import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { CodeList } from "./code-list.tsx";
import { PromoterList } from "./promoter-list.tsx";

/** The codes and promoters that apply to one event: its own, and those for all events. */
export function EventPromotions({ event }: { event: { id: number } }) {
  const address = useListAddress();
  const onPromoters = address.search.get("list") === "promoters";
  // Each list has its own search and sort order, so a switch resets them.
  const fresh = {
    q: undefined,
    sort: undefined,
    status: undefined,
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
      {onPromoters ? <PromoterList eventId={event.id} /> : <CodeList eventId={event.id} />}
    </div>
  );
}
