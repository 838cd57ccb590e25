import { useQuery } from "@tanstack/react-query";
import { type MailStatus, type MailSummary } from "#contract/outbox.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { ExportLink } from "#web/features/desk/table/export-link.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { KeptNotice } from "./kept-notice.tsx";
import { useMailsBulk } from "./mails-bulk.tsx";
import { outboxFile, outboxQuery } from "./queries.ts";
import { kindLabel, mailStates } from "./words.ts";

const states = Object.keys(mailStates) as MailStatus[];
const sorts = ["-createdAt", "createdAt", "to", "-to"] as const;

const columns: Column<MailSummary>[] = [
  {
    id: "to",
    header: "To",
    sort: "up",
    phone: "title",
    cell: (mail) => (
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
    cell: (mail) => (
      <>
        <span className="text-ink">{mail.subject ?? "Not written out yet"}</span>
        <span className="block text-sm text-muted">
          {kindLabel(mail.kind)}
          {mail.resendOf !== null && " · sent again"}
        </span>
        {mail.error && <span className="mt-0.5 line-clamp-2 text-sm text-hibiscus">{mail.error}</span>}
      </>
    ),
  },
  {
    id: "status",
    header: "State",
    phone: "aside",
    cell: (mail) => <Badge tone={mailStates[mail.status].tone}>{mailStates[mail.status].label}</Badge>,
  },
  {
    id: "attempts",
    header: "Tries",
    figures: true,
    phone: "hidden",
    cell: (mail) => mail.attempts,
  },
  {
    id: "createdAt",
    header: "Written",
    sort: "down",
    figures: true,
    cell: (mail) => <Moment at={mail.createdAt} relative />,
  },
  {
    id: "sentAt",
    header: "Left",
    figures: true,
    phone: "hidden",
    cell: (mail) =>
      mail.sentAt && mail.status === "sent" ? (
        <Moment at={mail.sentAt} relative />
      ) : mail.nextAttemptAt ? (
        <span className="text-muted">
          next try <Moment at={mail.nextAttemptAt} />
        </span>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
];

/** The outbox: every message and how it stands. */
export function OutboxList() {
  const address = useListAddress();
  const status = address.choice("status", states);
  const kind = address.search.get("kind")?.slice(0, 60) || undefined;
  const sort = address.choice("sort", sorts) ?? "-createdAt";
  const filter = { q: address.q, status, kind, sort };
  const query = useQuery(outboxQuery({ ...filter, page: address.page, cursor: address.cursor }));
  const { bulk, dialog } = useMailsBulk();
  const counts = query.data;
  const countOf = (name: MailStatus) => counts?.statuses.find((each) => each.status === name)?.count ?? 0;

  return (
    <>
      {counts?.leaves === false && <KeptNotice />}
      <StaffTable
        label="Mails"
        columns={counts?.leaves === false ? columns.filter(({ id }) => id !== "sentAt") : columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(mail) => mail.id}
        bulk={bulk}
        rowTo={(mail) => address.addressWith({ id: mail.id, page: address.page, cursor: address.cursor })}
        empty={{
          title: "No mail",
          text:
            address.q || status || kind
              ? "Nothing in the outbox fits this search."
              : "Mails stand here from the moment something causes them: a paid order, money that goes back.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Recipient, subject, order number"
            actions={<ExportLink to={outboxFile(filter)} />}
            filters={
              <>
                <FilterSelect
                  label="State"
                  any="Any state"
                  value={status}
                  choices={states.map((value) => ({
                    value,
                    label: `${mailStates[value].label} (${formatCount(countOf(value))})`,
                  }))}
                  onChange={(value) => address.change({ status: value })}
                />
                <FilterSelect
                  label="Kind"
                  any="Any kind"
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
