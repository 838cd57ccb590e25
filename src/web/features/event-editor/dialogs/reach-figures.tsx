import { useQuery } from "@tanstack/react-query";
import { failureText } from "#web/features/desk/failure-text.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { reachQuery } from "../queries.ts";
import { plural } from "../words.ts";

/** Whom a change reaches and what they paid, before anything is done. */
export function ReachFigures({ id }: { id: number }) {
  const { data, error } = useQuery(reachQuery(id));
  if (error) return <Notice tone="bad" title={failureText(error)} />;
  if (!data) return <Skeleton className="h-32" />;
  if (data.orders === 0 && data.openOrders === 0) return <p>Nobody holds tickets: nobody has to be told.</p>;
  const paid = data.paid.map(({ cents, currency }) => formatMoney(cents, currency)).join(" + ");
  return (
    <div className="grid gap-3">
      <DataList
        items={[
          { term: "People who get a mail", detail: formatCount(data.people) },
          { term: "Their orders", detail: formatCount(data.orders) },
          { term: "Their tickets", detail: formatCount(data.tickets) },
          { term: "Money they paid", detail: paid || "None", strong: true },
        ]}
      />
      {data.openOrders > 0 && (
        <p className="text-sm text-muted">{plural(data.openOrders, "order is", "orders are")} being paid right now.</p>
      )}
    </div>
  );
}
