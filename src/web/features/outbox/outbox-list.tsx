import { useQuery } from "@tanstack/react-query";
import { type MailStatus, type MailSummary } from "#contract/outbox.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { ExportLink } from "#web/features/admin/table/export-link.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { NotSentCallout } from "./not-sent-callout.tsx";
import { useMailsBulk } from "./mails-bulk.tsx";
import { outboxFile, outboxQuery } from "./queries.ts";
import { kindLabel, mailStatuses } from "./labels.ts";

const statuses = Object.keys(mailStatuses) as MailStatus[];
const sorts = ["-createdAt", "createdAt", "to", "-to"] as const;

const columns: Column<MailSummary>[] = [
  {
    id: "to",
    accessorKey: "to.address",
    header: "To",
    meta: { phone: "title" },
    cell: ({ row: { original: mail } }) => (
      <>
        <span className="font-semibold">{mail.to.name || mail.to.address}</span>
        {mail.to.name && (
          <span className="block text-sm font-normal text-muted wrap-break-word">{mail.to.address}</span>
        )}
      </>
    ),
  },
  {
    id: "subject",
    header: "Message",
    cell: ({ row: { original: mail } }) => (
      <>
        <span className="text-ink">{mail.subject ?? "Not written yet"}</span>
        <span className="block text-sm text-muted">
          {kindLabel(mail.kind)}
          {mail.resendOf !== null && " · resent"}
        </span>
        {mail.error && <span className="mt-0.5 line-clamp-2 text-sm text-hibiscus">{mail.error}</span>}
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: mail } }) => (
      <Badge tone={mailStatuses[mail.status].tone}>{mailStatuses[mail.status].label}</Badge>
    ),
  },
  {
    id: "attempts",
    header: "Attempts",
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: mail } }) => mail.attempts,
  },
  {
    accessorKey: "createdAt",
    header: "Created",
    sortDescFirst: true,
    meta: { figures: true },
    cell: ({ row: { original: mail } }) => <Moment at={mail.createdAt} relative />,
  },
  {
    id: "sentAt",
    header: "Sent",
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: mail } }) =>
      mail.sentAt && mail.status === "sent" ? (
        <Moment at={mail.sentAt} relative />
      ) : mail.nextAttemptAt ? (
        <span className="text-muted">
          next attempt <Moment at={mail.nextAttemptAt} />
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
];

/** The outbox: every email and its status. */
export function OutboxList() {
  const address = useListAddress();
  const status = address.choice("status", statuses);
  const kind = address.search.get("kind")?.slice(0, 60) || undefined;
  const sort = address.choice("sort", sorts) ?? "-createdAt";
  const filter = { q: address.q, status, kind, sort };
  const query = useQuery(outboxQuery({ ...filter, ...address.at }));
  const { bulk, dialog } = useMailsBulk();
  const counts = query.data;
  const countOf = (name: MailStatus) => counts?.statuses.find((each) => each.status === name)?.count ?? 0;

  return (
    <>
      {counts?.leaves === false && <NotSentCallout />}
      <StaffTable
        label="Emails"
        columns={columns}
        visibility={{ sentAt: counts?.leaves !== false }}
        query={query}
        address={address}
        sort={sort}
        keyOf={(mail) => mail.id}
        bulk={bulk}
        rowTo={(mail) => address.addressWith({ id: mail.id, ...address.at })}
        empty={{
          title: "No emails",
          text:
            address.q || status || kind
              ? "No emails match your search."
              : "Emails show up here as soon as something triggers them, like a paid order or a refund.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Recipient, subject, order number"
            actions={<ExportLink to={outboxFile(filter)} />}
            filters={
              <>
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={statuses.map((value) => ({
                    value,
                    label: `${mailStatuses[value].label} (${formatCount(countOf(value))})`,
                  }))}
                  onChange={(value) => address.change({ status: value })}
                />
                <FilterSelect
                  label="Type"
                  any="Any type"
                  value={kind}
                  choices={(counts?.kinds ?? (kind ? [{ kind, count: 0 }] : [])).map((each) => ({
                    value: each.kind,
                    label: kindLabel(each.kind),
                  }))}
                  onChange={(value) => address.change({ kind: value })}
                />
              </>
            }
          />
        }
      />
      {dialog}
    </>
  );
}
