import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { Link } from "react-router";
import type { Promoter } from "#contract/promoters.ts";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CopyButton } from "./copy-button.tsx";
import { PromoterDrawer } from "./promoter-drawer.tsx";
import { promotersFile, promotersQuery } from "./queries.ts";
import { StatusButton } from "./status-button.tsx";
import { Stayed } from "./stayed.tsx";
import { UsedBar } from "./used-bar.tsx";
import { commissionText, linkStatuses, promoterAddress } from "./labels.ts";

const sorts = ["name", "-name", "-tickets", "tickets", "-revenue", "revenue", "-createdAt", "createdAt"] as const;

const columns: Column<Promoter>[] = [
  {
    accessorKey: "name",
    header: "Promoter",
    meta: { phone: "title" },
    cell: ({ row: { original: promoter } }) => (
      <>
        <span className="font-semibold">{promoter.name}</span>
        <span className="block text-sm font-normal text-muted">
          {promoter.kind === "committee" ? "Committee" : "Person"} ·{" "}
          <span className="font-mono">{promoter.linkCode}</span>
        </span>
      </>
    ),
  },
  {
    id: "event",
    header: "For",
    cell: ({ row: { original: promoter } }) => (
      <>
        <span className="text-ink">{promoter.event?.title ?? "All events"}</span>
        <span className="block text-sm text-muted">{commissionText(promoter.commission, promoter.currency)}</span>
      </>
    ),
  },
  {
    id: "tickets",
    accessorKey: "ticketCount",
    header: "Tickets",
    sortDescFirst: true,
    meta: { className: "columns:w-44" },
    cell: ({ row: { original: promoter } }) => (
      <UsedBar used={promoter.ticketCount} held={promoter.heldCount} limit={promoter.allocation} unit="tickets" />
    ),
  },
  {
    id: "revenue",
    accessorKey: "revenueCents",
    header: "Revenue",
    sortDescFirst: true,
    meta: { figures: true },
    cell: ({ row: { original: promoter } }) => (
      <>
        <Stayed result={promoter} />
        {promoter.commission.kind !== "none" && (
          <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">
            {formatMoney(promoter.commissionCents, promoter.currency)} earned
          </span>
        )}
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: promoter } }) => (
      <Badge tone={linkStatuses[promoter.status].tone}>{linkStatuses[promoter.status].label}</Badge>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    meta: { hideHeader: true, figures: true, phone: "foot" },
    cell: ({ row: { original: promoter } }) =>
      promoter.status === "ended" ? null : (
        <span className="inline-flex flex-wrap justify-end gap-1.5">
          <CopyButton
            text={location.origin + promoterAddress(promoter)}
            label="Copy sales link"
            description={`Copy sales link: ${promoter.name}`}
          />
          <StatusButton path={`/api/admin/promoters/${promoter.id}`} status={promoter.status} name={promoter.name} />
        </span>
      ),
  },
];

/** Promoters and the results of their links, for one event or for all. */
export function PromoterList({ eventId }: { eventId?: number }) {
  const address = useListAddress();
  const status = address.choice("status", ["active", "paused", "ended"]);
  const sort = address.choice("sort", sorts) ?? "-revenue";
  const filter = { q: address.q, eventId, status, sort };
  const query = useQuery(promotersQuery({ ...filter, ...address.at }));
  const opened = address.search.get("promoter");

  return (
    <>
      <StaffTable
        label="Promoters"
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(promoter) => promoter.id}
        rowTo={(promoter) => address.addressWith({ promoter: promoter.id, ...address.at })}
        empty={{
          title: "No promoters",
          text:
            address.q || status
              ? "No promoters match your search."
              : "Give a person or a committee their own link and see what it sells.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Name, link or event"
            filters={
              <FilterSelect
                label="Status"
                any="Any status"
                value={status}
                choices={Object.entries(linkStatuses).map(([value, { label }]) => ({ value, label }))}
                onChange={(value) => address.change({ status: value })}
              />
            }
            actions={
              <>
                <DownloadLink to={promotersFile(filter)} className={buttonStyle("outline", "sm")}>
                  <Download aria-hidden="true" className="size-4" /> CSV
                </DownloadLink>
                <Link
                  to={address.addressWith({ promoter: "new" })}
                  preventScrollReset
                  className={buttonStyle("gold", "sm")}
                >
                  <Plus aria-hidden="true" className="size-4" /> Create promoter
                </Link>
              </>
            }
          />
        }
      />
      <PromoterDrawer
        opened={opened}
        promoter={query.data?.items.find(({ id }) => String(id) === opened)}
        eventId={eventId}
        onClose={() => address.change({ promoter: undefined, ...address.at })}
      />
    </>
  );
}
