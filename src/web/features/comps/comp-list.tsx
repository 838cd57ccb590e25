import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Comp, CompStatus } from "#contract/comps.ts";
import { compsFile, compsQuery, adminEventsQuery } from "#web/features/box-office/queries.ts";
import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";
import { OrderLink } from "#web/features/box-office/order-link.tsx";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { ExportLink } from "#web/features/admin/table/export-link.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Badge, type BadgeLabel } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

const statuses: Record<CompStatus, BadgeLabel> = {
  given: { label: "Issued", tone: "good" },
  used: { label: "Checked in", tone: "gold" },
  revoked: { label: "Revoked", tone: "gone" },
};
const sorts = ["-issuedAt", "issuedAt", "guest", "-guest", "event", "-event"] as const;

const columnsWith = (onRevoke: (comp: Comp) => void): Column<Comp>[] => [
  {
    id: "guest",
    accessorKey: "guest.name",
    header: "Guest",
    meta: { phone: "title", className: "columns:max-w-64" },
    cell: ({ row: { original: comp } }) => (
      <>
        <span className="font-semibold">{comp.guest.name}</span>
        <span className="block text-sm font-normal text-muted wrap-break-word">{comp.guest.email}</span>
        <span className="block text-sm font-normal">
          <OrderLink order={comp} />
        </span>
      </>
    ),
  },
  {
    id: "event",
    accessorKey: "event.startsAt",
    header: "Event",
    cell: ({ row: { original: comp } }) => (
      <>
        <span className="text-ink">{comp.event.title}</span>
        <span className="block text-sm text-muted">
          <EventMoment at={comp.event.startsAt} timeZone={comp.event.timeZone} />
        </span>
      </>
    ),
  },
  {
    id: "tickets",
    header: "Tickets",
    cell: ({ row: { original: comp } }) => (
      <>
        <span className="text-ink tabular-nums">
          {comp.quantity} × {comp.ticketTypeName}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {comp.status === "revoked" ? "none checked in" : `${comp.admittedCount} of ${comp.ticketCount} checked in`}
        </span>
      </>
    ),
  },
  {
    id: "reason",
    header: "Reason",
    meta: { className: "columns:max-w-72" },
    cell: ({ row: { original: comp } }) => (
      <>
        <span className="text-ink wrap-break-word">{comp.reason}</span>
        <span className="block text-sm text-muted">
          by {comp.issuedBy}, <Moment at={comp.issuedAt} relative />
        </span>
        {comp.revoked && (
          <span className="mt-1 block text-sm text-hibiscus wrap-break-word">
            Revoked by {comp.revoked.by}: {comp.revoked.reason}
          </span>
        )}
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: comp } }) => (
      <Badge tone={statuses[comp.status].tone}>{statuses[comp.status].label}</Badge>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    meta: { hideHeader: true, figures: true, phone: "foot" },
    cell: ({ row: { original: comp } }) =>
      comp.status === "given" && comp.admittedCount === 0 ? (
        <Button variant="outline" size="sm" aria-label={`Revoke: ${comp.guest.name}`} onClick={() => onRevoke(comp)}>
          Revoke
        </Button>
      ) : null,
  },
];

/** All comps: the guest, who issued them and why, and whether the guest checked in. */
export function CompList() {
  const address = useListAddress();
  const [revoking, setRevoking] = useState<Comp>();
  const [chosen, setChosen] = useState<Comp[]>();
  const status = address.choice("status", ["given", "used", "revoked"]);
  const eventId = address.number("event");
  const sort = address.choice("sort", sorts) ?? "-issuedAt";
  const columns = useMemo(() => columnsWith(setRevoking), []);
  const events = useQuery(adminEventsQuery());
  const filter = { q: address.q, eventId, status, sort };
  const query = useQuery(compsQuery({ ...filter, ...address.at }));

  return (
    <>
      <StaffTable
        label="Comps"
        isWide
        columns={columns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(comp) => comp.id}
        bulk={{
          nameOf: (comp) => `${comp.guest.name}, ${comp.number}`,
          renderActions: ({ rows }) => (
            <Button variant="danger" size="sm" onClick={() => setChosen(rows)}>
              Revoke
            </Button>
          ),
        }}
        empty={{
          title: "No comps",
          text:
            address.q || status || eventId
              ? "No comps match your search."
              : "Issue the first ones above, for example to artists, press and friends.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Guest, reason or issuer"
            actions={<ExportLink to={compsFile(filter)} />}
            filters={
              <>
                <FilterSelect
                  label="Event"
                  any="Any event"
                  value={eventId === undefined ? undefined : String(eventId)}
                  choices={(events.data?.items ?? []).map((event) => ({ value: String(event.id), label: event.title }))}
                  onChange={(value) => address.change({ event: value })}
                />
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={Object.entries(statuses).map(([value, { label }]) => ({ value, label }))}
                  onChange={(value) => address.change({ status: value })}
                />
              </>
            }
          />
        }
      />
      <BulkDialog
        rows={chosen}
        onClose={() => setChosen(undefined)}
        nameOf={(comp) => `${comp.guest.name}, ${comp.event.title}`}
        title="Revoke selected comps"
        action="Revoke"
        done="Revoked"
        danger
        reason={{}}
        callOf={(comp, reason) =>
          comp.status === "revoked"
            ? "It's already revoked."
            : { path: `/api/admin/comps/${comp.id}/revoke`, body: { reason } }
        }
      >
        Their tickets become void, and their spots go back on sale. Comps with a checked-in guest stay as they are. We
        don't email the guests.
      </BulkDialog>
      <RevokeDialog comp={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}
