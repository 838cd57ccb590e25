import { useBrandZone } from "#web/lib/site.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { AuditEntry, AuditTarget } from "#contract/audit.ts";
import { hubPath, orderAddress } from "#web/admin-kit/admin-links.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useListAddress, wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { describeAction } from "./describe-action.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { actionLabel, changesOf, targetLabel, targetName } from "./changes.ts";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { Callout } from "#web/ui/callout.tsx";

const storedName = /^[a-z_.]{1,60}$/;

/** Whether the log's hash chain still matches. */
const hashChainQuery = adminQuery("GET /api/admin/audit/hash-chain", {}, 60_000);

const log = staffList("GET /api/admin/audit", {
  label: "Activity log",
  filters: {
    staff: { label: "Who", any: "Anyone", pattern: wholeNumber, as: "staffId" },
    action: { label: "Action", pattern: storedName },
    kind: { label: "About", any: "Anything", pattern: storedName },
  },
  empty: { title: "No results", text: "No entries match these filters." },
  columns: {
    what: {
      header: "Action",
      phone: "title",
      className: "columns:w-1/2",
      cell: (entry) => (
        <span className="grid gap-1.5 font-normal">
          <span className="wrap-anywhere">
            <span className="font-semibold">{entry.staff.name}</span> {describeAction(entry)}
          </span>
          <Changes entry={entry} />
        </span>
      ),
    },
    target: { header: "About", cell: (entry) => <Target entry={entry} /> },
    reason: { header: "Reason", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
    at: momentColumn("at", "When", { relative: false }),
  },
});

/** What an action changed, such as a customer's role: the old value struck through, then the new value. */
function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry, useBrandZone());
  if (changes.length === 0) return null;
  const list = (
    <dl className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
      {changes.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{name}</dt>
          <dd className="flex min-w-0 flex-wrap gap-x-2">
            {before !== undefined && <del className="text-hibiscus wrap-anywhere">{before}</del>}
            {after !== undefined && <ins className="text-sea no-underline wrap-anywhere">{after}</ins>}
            {after === undefined && <span className="text-muted">removed</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
  // If there were no old values, the sentence already says most of it.
  if (entry.before !== null && Object.keys(entry.before).length > 0) return list;
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm text-muted hover:text-ink">Details</summary>
      <div className="pt-1.5">{list}</div>
    </details>
  );
}

const ways: Partial<Record<AuditTarget, (id: string) => string>> = {
  person: (id) => withQuery(paths.userManagement(), { id }),
  mail: (id) => withQuery(paths.emailManagement(), { id }),
  order: orderAddress,
  event: (id) => hubPath(Number(id)),
  product: (id) => paths.admin({ section: "products", id }),
  stream: (id) => paths.admin({ section: "live", id }),
};

function Target({ entry }: { entry: AuditEntry }) {
  const { target } = entry;
  const to = ways[target.kind]?.(target.id);
  const text = targetName(target, entry);
  const below = <span className="block text-sm text-muted">{targetLabel(target.kind)}</span>;
  return (
    <>
      {to ? (
        <Link to={to} className="underline underline-offset-3 wrap-anywhere">
          {text}
        </Link>
      ) : (
        <span className="wrap-anywhere">{text}</span>
      )}
      {text !== targetLabel(target.kind) && below}
    </>
  );
}

const day = /^\d{4}-\d\d-\d\d$/;
/** Midnight of the chosen day in this browser's time zone, as an instant. */
function startOf(text: string | undefined, daysLater = 0): string | undefined {
  if (text === undefined) return undefined;
  const [year, month, date] = text.split("-").map(Number) as [number, number, number];
  const start = new Date(year, month - 1, date + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}

/** The activity log: what staff did. No one can change or delete it. */
export function AuditSection() {
  const { search, change } = useListAddress();
  const { data } = useQuery(adminQuery("GET /api/admin/audit/staff"));
  const dayOf = (name: string) => day.exec(search.get(name) ?? "")?.[0];
  const list = useStaffList(log, {}, { from: startOf(dayOf("from")), until: startOf(dayOf("until"), 1) });
  return (
    <AdminShell title="Activity log" description="What staff did, when and why." lead={<HashChainLead />}>
      <HashChainAlert />
      <StaffList
        list={list}
        choices={{
          staff: data?.items.map(({ id, name }) => ({ value: id, label: name })),
          action: data?.actions.map((value) => ({ value, label: actionLabel(value) })),
          kind: data?.kinds.map((value) => ({ value, label: targetLabel(value) })),
        }}
        filtersSet={[dayOf("from"), dayOf("until")].filter(Boolean).length}
        filters={
          <>
            <DayField label="From" value={dayOf("from")} onChange={(from) => change({ from })} />
            <DayField label="To" value={dayOf("until")} onChange={(until) => change({ until })} />
          </>
        }
      />
    </AdminShell>
  );
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void };

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm text-muted max-md:grow max-md:basis-[45%]">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={(e) => onChange(e.target.value || undefined)}
        className="min-h-11 min-w-0 grow rounded-sm border border-edge bg-raised px-2 text-ink md:min-h-10"
      />
    </label>
  );
}

/** What the log is, and one muted line on when its hash chain was last verified. */
function HashChainLead() {
  const { data } = useQuery(hashChainQuery);
  if (data?.status === "broken") return "What staff did.";
  return (
    <>
      What staff did. No one can change or delete it.
      {data?.status === "whole" && data.wholeAt !== null && (
        <p className="text-sm">
          Each entry's hash covers the one before it. Hash chain verified <Moment at={data.wholeAt} relative />.
        </p>
      )}
      {data?.status === "unknown" && <p className="text-sm">Its hash chain hasn't been verified yet.</p>}
    </>
  );
}

/** What is wrong with the log itself, shown above its entries; renders nothing if all is well. */
function HashChainAlert() {
  const query = useQuery(hashChainQuery);
  const { data } = query;
  if (!data) return <ReadFailure label="The hash chain's status" query={query} />;
  if (data.status === "late") {
    return (
      <Callout tone="soon" title="New entries don't have a hash yet">
        {data.waiting === 1 ? "One entry doesn't" : `${data.waiting} entries don't`} have a hash yet, and the oldest has
        waited more than five minutes. Until then, we can't detect changes to them. Have someone check the site's log.
      </Callout>
    );
  }
  if (data.status !== "broken") return null;
  return (
    <Callout tone="bad" title="The activity log's hash chain doesn't match">
      {data.brokenEntryId === null
        ? "Entries were deleted, or their hashes were changed"
        : `Entry ${data.brokenEntryId} was changed or deleted, or one was inserted before it`}
      , by someone with access to the database itself
      {data.brokenSince !== null && (
        <>
          ; detected <Moment at={data.brokenSince} relative />
        </>
      )}
      . Keep the database and its backups as they are, and compare them.{" "}
      <Link
        to={withQuery(paths.admin(), { section: "money", view: "checks" })}
        className="text-ink underline underline-offset-3"
      >
        View all checks
      </Link>
    </Callout>
  );
}
