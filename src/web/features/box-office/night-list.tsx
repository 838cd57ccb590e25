import { useQuery } from "@tanstack/react-query";
import type { OfficeNight } from "#contract/box-office.ts";
import { formatCount, formatShare } from "#web/features/desk/figures.tsx";
import { Meter } from "#web/features/desk/meter.tsx";
import { NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { nightsQuery } from "./queries.ts";

const columns: Column<OfficeNight>[] = [
  {
    id: "night",
    header: "Night",
    phone: "title",
    cell: (night) => <span className="font-semibold">{night.title}</span>,
  },
  {
    id: "when",
    header: "When",
    cell: (night) => (
      <>
        <NightMoment at={night.startsAt} timeZone={night.timeZone} />
        <span className="block text-sm text-muted">
          {night.venue.name}, {night.venue.city}
        </span>
      </>
    ),
  },
  {
    id: "sold",
    header: "Sold",
    className: "columns:w-64",
    cell: (night) => (
      <span className="grid gap-1.5">
        <span className="flex justify-between gap-3 tabular-nums">
          <span className="text-ink">
            {formatCount(night.sold)} <span className="text-muted">of {formatCount(night.capacity)}</span>
          </span>
          <span className="text-muted">{formatShare(night.sold, night.capacity)}</span>
        </span>
        <Meter
          whole={night.capacity}
          parts={[
            { value: night.sold, tone: "gold", label: "sold" },
            { value: night.held, tone: "soft", label: "held" },
          ]}
        />
      </span>
    ),
  },
  {
    id: "held",
    header: "Held",
    figures: true,
    phone: "hidden",
    cell: (night) => (night.held > 0 ? formatCount(night.held) : <span className="text-muted">0</span>),
  },
  {
    id: "in",
    header: "In",
    figures: true,
    phone: "hidden",
    cell: (night) => `${formatCount(night.admittedCount)} / ${formatCount(night.ticketCount)}`,
  },
  {
    id: "state",
    header: "State",
    phone: "aside",
    cell: (night) =>
      night.isOver ? <Badge>Past</Badge> : night.sold >= night.capacity ? <Badge tone="gone">Sold out</Badge> : null,
  },
];

/** All nights, the next one first, with what they sold. */
export function NightList() {
  const address = useListAddress();
  const query = useQuery(nightsQuery(address.q, address.page, address.cursor));
  return (
    <StaffTable
      label="Nights"
      columns={columns}
      query={query}
      address={address}
      sort=""
      keyOf={(night) => night.id}
      rowTo={(night) => address.addressWith({ event: night.id, q: undefined })}
      empty={{
        title: "No nights",
        text: address.q ? "No night fits this search." : "Nights stand here once they are on the calendar.",
      }}
      toolbar={<TableToolbar address={address} placeholder="Night, place or city" />}
    />
  );
}
