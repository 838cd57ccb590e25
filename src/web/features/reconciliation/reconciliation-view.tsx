import type { ReconciliationRun } from "#contract/reconciliation/runs.ts";
import { formatCount, counted } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useMay } from "#web/features/accounts/use-may.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";

const count = (value: number | null) => (value === null ? "" : formatCount(value));

const counts = { figures: true, phone: "hidden" } as const;

const runs = staffList("GET /api/admin/money/reconciliation-runs", {
  label: "Reconciliation runs",
  isPlain: true,
  // A run may be under way.
  everyMs: 5_000,
  empty: { title: "Not run yet", text: "Every night we compare our ledger with the payment provider's records." },
  columns: {
    startedAt: {
      header: "Run",
      phone: "title",
      cell: (run) => (
        <span className="grid gap-0.5">
          <span className="font-semibold">
            <Moment at={run.doneAt ?? run.startedAt} relative />
          </span>
          <span className="text-sm font-normal text-muted wrap-anywhere">
            {run.day === null ? `started manually${run.startedBy ? ` by ${run.startedBy}` : ""}` : "nightly"},{" "}
            {run.provider === "stripe" ? "Stripe" : "sandbox"}
          </span>
        </span>
      ),
    },
    charges: { header: "Charges", ...counts, cell: ({ charges }) => count(charges) },
    refunds: { header: "Refunds", ...counts, cell: ({ refunds }) => count(refunds) },
    disputes: { header: "Disputes", ...counts, cell: ({ disputes }) => count(disputes) },
    differences: {
      header: "Discrepancies",
      phone: "aside",
      cell: ({ doneAt, differences, error, progress }) => {
        if (doneAt !== null && differences === 0) return <Badge tone="good">None</Badge>;
        if (doneAt !== null) return <Badge tone="gone">{formatCount(differences ?? 0)}</Badge>;
        return error ? <Badge tone="gone">Failed</Badge> : <Badge tone="soon">{percent(progress)}</Badge>;
      },
    },
  },
});

const percent = (share: number) => `${Math.floor(share * 100)}%`;

/** Whether our ledger matches the payment providers' records. */
export function ReconciliationView() {
  const list = useStaffList(runs);
  const { data } = list.query;
  return (
    <>
      {data?.page === 1 && <LatestResult items={data.items} />}
      <StaffList list={list} />
    </>
  );
}

function LatestResult({ items }: { items: ReconciliationRun[] }) {
  const may = useMay();
  const start = usePress("We couldn't start the reconciliation", async (write) => {
    await write("POST /api/admin/money/reconciliation-runs");
    showSuccess("Reconciliation started", "The result shows here when it's done.");
  });
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
            Last run <Moment at={latest.doneAt!} relative />: {counted(latest.charges ?? 0, "charge")},{" "}
            {counted(latest.refunds ?? 0, "refund")}, {counted(latest.disputes ?? 0, "dispute")},{" "}
            {counted(latest.differences ?? 0, "discrepancy", "discrepancies")}
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
        {may("POST /api/admin/money/reconciliation-runs") && (
          <Button variant="gold" size="sm" disabled={underWay !== undefined} {...start}>
            {underWay ? `Running, ${percent(underWay.progress)}` : "Run now"}
          </Button>
        )}
        {latest && (latest.differences ?? 0) > 0 && (
          <LinkButton
            variant="outline"
            size="sm"
            to={withQuery(paths.admin(), { section: "money", view: "discrepancies", kind: "provider_mismatch" })}
          >
            View differences
          </LinkButton>
        )}
      </div>
    </Callout>
  );
}
