import { eventChoicesQuery, eventOptions } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comp } from "#contract/comps/comps.ts";
import { apiPath } from "#web/lib/paths.ts";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { Moment, EventMoment } from "#web/admin-kit/moment.tsx";
import { BulkButton, ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { statusColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { type BadgeLabel, gold, gone, good } from "#web/ui/badge.tsx";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { showSuccess } from "#web/admin-kit/use-admin-write.ts";

const statuses: Record<Comp["status"], BadgeLabel> = {
  given: good("Issued"),
  used: gold("Checked in"),
  revoked: gone("Revoked"),
};

const comps = staffList("GET /api/admin/comps", {
  label: "Comps",
  isWide: true,
  sort: "-issuedAt",
  search: "Guest, reason or issuer",
  filters: {
    event: { label: "Event", pattern: wholeNumber, as: "eventId" },
    status: { label: "Status", choices: statuses },
  },
  empty: "Free tickets for artists, press and friends show up here.",
  columns: {
    guest: {
      sort: "asc",
      header: "Guest",
      phone: "title",
      className: "columns:max-w-64",
      cell: (comp) => (
        <>
          <TwoLines strong top={comp.guest.name} below={comp.guest.email || "No email"} />
          <span className="block text-sm font-normal">
            <OrderLink order={comp} />
          </span>
        </>
      ),
    },
    event: {
      sort: "asc",
      header: "Event",
      cell: ({ event: { title, startsAt, timeZone } }) => (
        <TwoLines top={title} below={<EventMoment at={startsAt} timeZone={timeZone} />} />
      ),
    },
    tickets: {
      header: "Tickets",
      cell: (comp) => (
        <span className="tabular-nums">
          <TwoLines
            top={`${comp.quantity} × ${comp.ticketTypeName}`}
            below={
              comp.status === "revoked" ? "none checked in" : `${comp.admittedCount} of ${comp.ticketCount} checked in`
            }
          />
        </span>
      ),
    },
    reason: {
      header: "Reason",
      className: "columns:max-w-72",
      cell: (comp) => (
        <>
          <TwoLines
            top={comp.reason}
            below={
              <>
                {comp.hostName && `for ${comp.hostName}, `}by {comp.issuedBy}, <Moment at={comp.issuedAt} relative />
              </>
            }
          />
          {comp.revoked && (
            <span className="mt-1 block text-sm text-hibiscus wrap-break-word">
              Revoked by {comp.revoked.by}: {comp.revoked.reason}
            </span>
          )}
        </>
      ),
    },
    status: statusColumn(statuses),
    actions: {
      header: "Actions",
      hideHeader: true,
      figures: true,
      phone: "foot",
      cell: (comp) => (
        <span className="flex flex-wrap justify-end gap-2">
          {comp.status === "given" && comp.guest.email === "" && (
            <DownloadLink
              inTab
              to={apiPath("GET /api/admin/comps/{id}/tickets.pdf", { params: { id: comp.id } })}
              className={buttonStyle("outline", "sm")}
            >
              Print<span className="sr-only">{`: ${comp.guest.name} (opens a PDF)`}</span>
            </DownloadLink>
          )}
          <RevokeButton comp={comp} />
        </span>
      ),
    },
  },
});

const { event: _filter, ...otherFilters } = comps.filters!;
const { event: _column, ...otherColumns } = comps.columns;
/** The same for one event, whose name is above the list. */
const eventComps: typeof comps = { ...comps, filters: otherFilters, columns: otherColumns };

/** All comps, or those of one event: the guest, who issued them and why, and whether the guest checked in. */
export function CompList({ eventId }: { eventId?: number | undefined }) {
  const list = useStaffList(eventId === undefined ? comps : eventComps, eventId === undefined ? {} : { eventId });
  const events = useQuery(eventChoicesQuery());
  return (
    <StaffList
      list={list}
      choices={
        eventId !== undefined
          ? {}
          : { event: eventOptions(events.data?.items ?? []).map(([value, label]) => ({ value, label })) }
      }
      bulk={{
        nameOf: (comp) => `${comp.guest.name}, ${comp.number}`,
        renderActions: ({ rows }) => (
          <BulkButton
            variant="danger"
            rows={rows}
            nameOf={(comp) => `${comp.guest.name}, ${comp.event.title}`}
            title="Revoke selected comps"
            action="Revoke"
            done="Revoked"
            danger
            reason={{}}
            callOf={(comp, reason) =>
              comp.status === "revoked"
                ? "It's already revoked."
                : (send) => send("POST /api/admin/comps/{id}/revoke", { params: { id: comp.id }, body: { reason } })
            }
          >
            Their tickets become void, and their spots go back on sale. Comps with a checked-in guest stay as they are.
            We don't email the guests.
          </BulkButton>
        ),
      }}
    />
  );
}

/** Revokes a comp whose guest hasn't checked in. */
function RevokeButton({ comp }: { comp: Comp }) {
  const [isOpen, setOpen] = useState(false);
  const form = useReasonForm({
    onClose: () => setOpen(false),
    submit: async (body, write) => {
      await write("POST /api/admin/comps/{id}/revoke", { params: { id: comp.id }, body });
      showSuccess("Revoked", `${comp.guest.name} is off the list.`);
    },
  });
  const tickets = comp.ticketCount === 1 ? "The ticket" : `All ${comp.ticketCount} tickets`;
  return (
    <>
      {comp.status === "given" && comp.admittedCount === 0 && (
        <Button variant="outline" size="sm" aria-label={`Revoke: ${comp.guest.name}`} onClick={() => setOpen(true)}>
          Revoke
        </Button>
      )}
      <ReasonDialog form={form} open={isOpen} title="Revoke comp" action="Revoke" danger>
        {tickets} for {comp.guest.name} to {comp.event.title} will be void, and that capacity goes back on sale. We
        don't email the guest.
      </ReasonDialog>
    </>
  );
}
