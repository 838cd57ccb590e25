import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MoneyComparison } from "#contract/comparisons.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { comparisonsPath, comparisonsQuery } from "./queries.ts";

const count = (value: number | null) => (value === null ? "" : formatCount(value));

const columns: Column<MoneyComparison>[] = [
  {
    id: "startedAt",
    header: "Compared",
    phone: "title",
    cell: (row) => (
      <span className="grid gap-0.5">
        <span className="font-semibold">
          <Moment at={row.doneAt ?? row.startedAt} relative />
        </span>
        <span className="text-sm font-normal text-muted wrap-anywhere">
          {row.day === null ? `asked for${row.startedBy ? ` by ${row.startedBy}` : ""}` : "nightly"},{" "}
          {row.provider === "stripe" ? "Stripe" : "sandbox"}
        </span>
      </span>
    ),
  },
  { id: "charges", header: "Charges", figures: true, phone: "hidden", cell: ({ charges }) => count(charges) },
  { id: "refunds", header: "Refunds", figures: true, phone: "hidden", cell: ({ refunds }) => count(refunds) },
  { id: "disputes", header: "Disputes", figures: true, phone: "hidden", cell: ({ disputes }) => count(disputes) },
  {
    id: "differences",
    header: "Differences",
    phone: "aside",
    cell: (row) => <Outcome comparison={row} />,
  },
];

function Outcome({ comparison: { doneAt, differences, error, progress } }: { comparison: MoneyComparison }) {
  if (doneAt === null) return <Badge tone={error ? "gone" : "soon"}>{error ? "Broken off" : percent(progress)}</Badge>;
  return differences === 0 ? (
    <Badge tone="good">None</Badge>
  ) : (
    <Badge tone="gone">{formatCount(differences ?? 0)}</Badge>
  );
}

const percent = (share: number) => `${Math.floor(share * 100)}%`;
const plural = (value: number | null, one: string) => `${formatCount(value ?? 0)} ${value === 1 ? one : `${one}s`}`;

/** Whether our books say what the providers' own lists say. */
export function ComparisonView() {
  const address = useListAddress();
  const query = useQuery(comparisonsQuery(address.page));
  const items = query.data?.items ?? [];
  const isFirstPage = (address.page ?? 1) === 1;
  return (
    <>
      {query.data && isFirstPage && <LatestResult items={items} />}
      <StaffTable
        label="Comparisons"
        columns={columns}
        query={query}
        address={address}
        sort=""
        keyOf={({ id }) => id}
        empty={{ title: "Not compared yet", text: "Every night our books are held against the provider's own list." }}
      />
    </>
  );
}

function LatestResult({ items }: { items: MoneyComparison[] }) {
  const underWay = items.find(({ doneAt }) => doneAt === null);
  const latest = items.find(({ doneAt }) => doneAt !== null);
  return (
    <Notice
      tone={latest === undefined ? "plain" : latest.differences === 0 ? "good" : "bad"}
      title={
        latest === undefined ? (
          "Our books were not compared yet"
        ) : (
          <>
            Last compared <Moment at={latest.doneAt!} relative />: {plural(latest.charges, "charge")},{" "}
            {plural(latest.refunds, "refund")}, {plural(latest.disputes, "dispute")},{" "}
            {plural(latest.differences, "difference")}
          </>
        )
      }
    >
      <p>
        Every charge, refund and dispute of the provider&apos;s own list is looked for in our books, and the other way
        round: amount, currency and state.
        {underWay?.error && <span className="block wrap-anywhere">It does not get on: {underWay.error}</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CompareNow underWay={underWay} />
        {latest && (latest.differences ?? 0) > 0 && (
          <LinkButton
            variant="outline"
            size="sm"
            to={withQuery(paths.admin(), { section: "money", kind: "provider_mismatch" })}
          >
            See what differs
          </LinkButton>
        )}
      </div>
    </Notice>
  );
}

function CompareNow({ underWay }: { underWay: MoneyComparison | undefined }) {
  const write = useDeskWrite();
  const [isBusy, setBusy] = useState(false);
  async function start() {
    setBusy(true);
    try {
      await write(comparisonsPath, {});
      toast({ title: "Comparing", description: "The result stands here when it is done.", tone: "good" });
    } catch (error) {
      toast({ title: "That did not work", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="gold" size="sm" loading={isBusy} disabled={underWay !== undefined} onClick={() => void start()}>
      {underWay ? `Comparing, ${percent(underWay.progress)}` : "Compare now"}
    </Button>
  );
}
