import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { Link } from "react-router";
import type { Promoter } from "#contract/promoters.ts";
import { DownloadLink } from "#web/features/desk/download-link.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { CopyButton } from "./copy-button.tsx";
import { PromoterDrawer } from "./promoter-drawer.tsx";
import { promotersFile, promotersQuery } from "./queries.ts";
import { StateButton } from "./state-button.tsx";
import { Stayed } from "./stayed.tsx";
import { UsedBar } from "./used-bar.tsx";
import { commissionText, linkStates, promoterAddress } from "./words.ts";

const sorts = ["name", "-name", "-tickets", "tickets", "-revenue", "revenue", "-createdAt", "createdAt"] as const;

const columns: Column<Promoter>[] = [
  {
    id: "name",
    header: "Promoter",
    sort: "up",
    phone: "title",
    cell: (promoter) => (
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
    id: "night",
    header: "For",
    cell: (promoter) => (
      <>
        <span className="text-ink">{promoter.event?.title ?? "All nights"}</span>
        <span className="block text-sm text-muted">{commissionText(promoter.commission, promoter.currency)}</span>
      </>
    ),
  },
  {
    id: "tickets",
    header: "Tickets",
    sort: "down",
    className: "columns:w-44",
    cell: (promoter) => (
      <UsedBar used={promoter.ticketCount} held={promoter.heldCount} limit={promoter.allocation} unit="tickets" />
    ),
  },
  {
    id: "revenue",
    header: "Paid",
    sort: "down",
    figures: true,
    cell: (promoter) => (
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
    id: "state",
    header: "State",
    phone: "aside",
    cell: ({ state }) => <Badge tone={linkStates[state].tone}>{linkStates[state].label}</Badge>,
  },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    figures: true,
    phone: "foot",
    cell: (promoter) =>
      promoter.state === "ended" ? null : (
        <span className="inline-flex flex-wrap justify-end gap-1.5">
          <CopyButton
            text={location.origin + promoterAddress(promoter)}
            label="Copy link"
            description={`Copy link: ${promoter.name}`}
          />
          <StateButton path={`/api/admin/promoters/${promoter.id}`} state={promoter.state} name={promoter.name} />
        </span>
      ),
  },
];

/** People and committees who sell, with what their links brought: of one night, or all there are. */
export function PromoterList({ eventId }: { eventId?: number }) {
  const address = useListAddress();
  const state = address.choice("state", ["active", "paused", "ended"]);
  const sort = address.choice("sort", sorts) ?? "-revenue";
  const filter = { q: address.q, eventId, state, sort };
  const query = useQuery(promotersQuery({ ...filter, page: address.page, cursor: address.cursor }));
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
        rowTo={(promoter) => address.addressWith({ promoter: promoter.id, page: address.page, cursor: address.cursor })}
        empty={{
          title: "Nobody sells yet",
          text:
            address.q || state
              ? "No promoter fits this search."
              : "Give a person or a committee a link of their own, and see what it brings.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Name, link or night"
            filters={
              <FilterSelect
                label="State"
                any="Any state"
                value={state}
                choices={Object.entries(linkStates).map(([value, { label }]) => ({ value, label }))}
                onChange={(value) => address.change({ state: value })}
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
                  <Plus aria-hidden="true" className="size-4" /> New promoter
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
        onClose={() => address.change({ promoter: undefined, page: address.page, cursor: address.cursor })}
      />
    </>
  );
}
