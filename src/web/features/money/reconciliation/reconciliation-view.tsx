import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReconciliationRun } from "#contract/reconciliation-runs.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { reconciliationRunsPath, reconciliationRunsQuery } from "./queries.ts";

const count = (value: number | null) => (value === null ? "" : formatCount(value));

const counts = { figures: true, phone: "hidden" } as const;

const columns: Column<ReconciliationRun>[] = [
  {
    id: "startedAt",
    header: "Run",
    meta: { phone: "title" },
    cell: ({ row: { original: row } }) => (
      <span className="grid gap-0.5">
        <span className="font-semibold">
          <Moment at={row.doneAt ?? row.startedAt} relative />
        </span>
        <span className="text-sm font-normal text-muted wrap-anywhere">
          {row.day === null ? `started manually${row.startedBy ? ` by ${row.startedBy}` : ""}` : "nightly"},{" "}
          {row.provider === "stripe" ? "Stripe" : "sandbox"}
        </span>
      </span>
    ),
  },
  { id: "charges", header: "Charges", meta: counts, cell: ({ row }) => count(row.original.charges) },
  { id: "refunds", header: "Refunds", meta: counts, cell: ({ row }) => count(row.original.refunds) },
  { id: "disputes", header: "Disputes", meta: counts, cell: ({ row }) => count(row.original.disputes) },
  {
    id: "differences",
    header: "Discrepancies",
    meta: { phone: "aside" },
    cell: ({ row: { original: row } }) => <Outcome run={row} />,
  },
];

function Outcome({ run: { doneAt, differences, error, progress } }: { run: ReconciliationRun }) {
  if (doneAt === null) return <Badge tone={error ? "gone" : "soon"}>{error ? "Failed" : percent(progress)}</Badge>;
  return differences === 0 ? (
    <Badge tone="good">None</Badge>
  ) : (
    <Badge tone="gone">{formatCount(differences ?? 0)}</Badge>
  );
}

const percent = (share: number) => `${Math.floor(share * 100)}%`;
const plural = (value: number | null, one: string, many = `${one}s`) =>
  `${formatCount(value ?? 0)} ${value === 1 ? one : many}`;

/** Whether our ledger matches the payment providers' records. */
export function ReconciliationView() {
  const address = useListAddress();
  const query = useQuery(reconciliationRunsQuery(address.at));
  return (
    <>
      {query.data?.page === 1 && <LatestResult items={query.data.items} />}
      <StaffTable
        label="Reconciliation runs"
        columns={columns}
        query={query}
        address={address}
        keyOf={({ id }) => id}
        empty={{ title: "Not run yet", text: "Every night we compare our ledger with the payment provider's records." }}
      />
    </>
  );
}

function LatestResult({ items }: { items: ReconciliationRun[] }) {
  const underWay = items.find(({ doneAt }) => doneAt === null);
  const latest = items.find(({ doneAt }) => doneAt !== null);
  return (
    <Callout
      tone={latest === undefined ? "plain" : latest.differences === 0 ? "good" : "bad"}
      title={
        latest === undefined ? (
          "Reconciliation hasn't run yet"
        ) : (
          <>
            Last run <Moment at={latest.doneAt!} relative />: {plural(latest.charges, "charge")},{" "}
            {plural(latest.refunds, "refund")}, {plural(latest.disputes, "dispute")},{" "}
            {plural(latest.differences, "discrepancy", "discrepancies")}
          </>
        )
      }
    >
      <p>
        We match every charge, refund and dispute in the payment provider&apos;s records with our ledger, and the other
        way around: amount, currency and status.
        {underWay?.error && <span className="block wrap-anywhere">The current run is stuck: {underWay.error}</span>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ReconcileNow underWay={underWay} />
        {latest && (latest.differences ?? 0) > 0 && (
          <LinkButton
            variant="outline"
            size="sm"
            to={withQuery(paths.admin(), { section: "money", kind: "provider_mismatch" })}
          >
            View differences
          </LinkButton>
        )}
      </div>
    </Callout>
  );
}

function ReconcileNow({ underWay }: { underWay: ReconciliationRun | undefined }) {
  const write = useAdminWrite();
  const [isBusy, setBusy] = useState(false);
  async function start() {
    setBusy(true);
    try {
      await write(reconciliationRunsPath, {});
      toast({ title: "Reconciliation started", description: "The result shows here when it's done.", tone: "good" });
    } catch (error) {
      toast({ title: "We couldn't start the reconciliation", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="gold" size="sm" loading={isBusy} disabled={underWay !== undefined} onClick={() => void start()}>
      {underWay ? `Running, ${percent(underWay.progress)}` : "Run now"}
    </Button>
  );
}
