import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comp, CompState } from "#contract/comps.ts";
import { compsFile, compsQuery, nightsQuery } from "#web/features/box-office/queries.ts";
import { BulkDialog } from "#web/features/desk/bulk-dialog.tsx";
import { OrderLink } from "#web/features/box-office/order-link.tsx";
import { Moment, NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { ExportLink } from "#web/features/desk/table/export-link.tsx";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { BadgeWords } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RevokeDialog } from "./revoke-dialog.tsx";

const states: Record<CompState, BadgeWords> = {
  given: { label: "Given", tone: "good" },
  used: { label: "In", tone: "gold" },
  revoked: { label: "Revoked", tone: "gone" },
};
const sorts = ["-issuedAt", "issuedAt", "guest", "-guest", "night", "-night"] as const;

const columnsWith = (onRevoke: (comp: Comp) => void): Column<Comp>[] => [
  {
    id: "guest",
    header: "Guest",
    sort: "up",
    phone: "title",
    className: "columns:max-w-64",
    cell: (comp) => (
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
    id: "night",
    header: "Night",
    sort: "up",
    cell: (comp) => (
      <>
        <span className="text-ink">{comp.event.title}</span>
        <span className="block text-sm text-muted">
          <NightMoment at={comp.event.startsAt} timeZone={comp.event.timeZone} />
        </span>
      </>
    ),
  },
  {
    id: "tickets",
    header: "Tickets",
    cell: (comp) => (
      <>
        <span className="text-ink tabular-nums">
          {comp.quantity} × {comp.ticketTypeName}
        </span>
        <span className="block text-sm text-muted tabular-nums">
          {comp.state === "revoked" ? "none in" : `${comp.admittedCount} of ${comp.ticketCount} in`}
        </span>
      </>
    ),
  },
  {
    id: "reason",
    header: "Why",
    className: "columns:max-w-72",
    cell: (comp) => (
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
    id: "state",
    header: "State",
    phone: "aside",
    cell: (comp) => <Badge tone={states[comp.state].tone}>{states[comp.state].label}</Badge>,
  },
  {
    id: "actions",
    header: "Actions",
    hideHeader: true,
    figures: true,
    phone: "foot",
    cell: (comp) =>
      comp.state === "given" && comp.admittedCount === 0 ? (
        <Button variant="outline" size="sm" aria-label={`Revoke: ${comp.guest.name}`} onClick={() => onRevoke(comp)}>
          Revoke
        </Button>
      ) : null,
  },
];

/** Who is on the house, by whom and why, and whether they came. */
export function CompList() {
  const address = useListAddress();
  const [revoking, setRevoking] = useState<Comp>();
  const [chosen, setChosen] = useState<Comp[]>();
  const state = address.choice("state", ["given", "used", "revoked"]);
  const eventId = address.number("event");
  const sort = address.choice("sort", sorts) ?? "-issuedAt";
  const nights = useQuery(nightsQuery());
  const filter = { q: address.q, eventId, state, sort };
  const query = useQuery(compsQuery({ ...filter, page: address.page, cursor: address.cursor }));

  return (
    <>
      <StaffTable
        label="Free tickets"
        isWide
        columns={columnsWith(setRevoking)}
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
          title: "Nobody on the list",
          text:
            address.q || state || eventId
              ? "No comp fits this search."
              : "Give the first tickets above: to artists, press and friends of the house.",
        }}
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Guest, reason, who gave it"
            actions={<ExportLink to={compsFile(filter)} />}
            filters={
              <>
                <FilterSelect
                  label="Night"
                  any="Any night"
                  value={eventId === undefined ? undefined : String(eventId)}
                  choices={(nights.data?.items ?? []).map((night) => ({ value: String(night.id), label: night.title }))}
                  onChange={(value) => address.change({ event: value })}
                />
                <FilterSelect
                  label="State"
                  any="Any state"
                  value={state}
                  choices={Object.entries(states).map(([value, { label }]) => ({ value, label }))}
                  onChange={(value) => address.change({ state: value })}
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
        title="Revoke the chosen"
        action="Revoke"
        done="Revoked"
        danger
        reason={{}}
        callOf={(comp, reason) =>
          comp.state === "revoked"
            ? "It was revoked before."
            : { path: `/api/admin/comps/${comp.id}/revoke`, body: { reason } }
        }
      >
        Their tickets will be void at the door, and the places go back on sale. Where somebody is in already, nothing is
        taken back. The guests are not told by mail.
      </BulkDialog>
      <RevokeDialog comp={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}
