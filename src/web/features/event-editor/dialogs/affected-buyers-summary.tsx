import { useQuery } from "@tanstack/react-query";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { affectedBuyersQuery } from "../queries.ts";
import { plural } from "../labels.ts";

/** The buyers that a change affects and what they paid, before anything happens. */
export function AffectedBuyersSummary({ id }: { id: number }) {
  const { data, error } = useQuery(affectedBuyersQuery(id));
  if (error) return <Callout tone="bad" title={failureText(error)} />;
  if (!data) return <Skeleton className="h-32" />;
  if (data.orders === 0 && data.openOrders === 0) return <p>No one has tickets, so there's nobody to notify.</p>;
  const paid = data.paid.map(({ cents, currency }) => formatMoney(cents, currency)).join(" + ");
  return (
    <div className="grid gap-3">
      <DataList
        items={[
          { term: "People we'll email", detail: formatCount(data.people) },
          { term: "Orders", detail: formatCount(data.orders) },
          { term: "Tickets", detail: formatCount(data.tickets) },
          { term: "Total paid", detail: paid || "None", strong: true },
        ]}
      />
      {data.openOrders > 0 && (
        <p className="text-sm text-muted">{plural(data.openOrders, "order is", "orders are")} being paid right now.</p>
      )}
    </div>
  );
}
