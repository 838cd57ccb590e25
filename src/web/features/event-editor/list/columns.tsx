import { CalendarRange } from "lucide-react";
import type { EventRow } from "#contract/event-editing.ts";
import { formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { statusOf } from "../labels.ts";

/** The columns of the event list. */
export const eventColumns: Column<EventRow>[] = [
  {
    accessorKey: "title",
    header: "Event",
    meta: { phone: "title" },
    cell: ({ row: { original: row } }) => (
      <span className="flex items-center gap-3">
        <Poster
          poster={row.poster}
          sizes="3rem"
          decorative
          className="aspect-4/5 w-9 shrink-0 overflow-hidden rounded-sm"
        />
        <span className="grid min-w-0">
          <span className="font-semibold">{row.title}</span>
          {row.inRun && (
            <span className="flex items-center gap-1 text-xs font-normal text-muted">
              <CalendarRange className="size-3.5" /> Part of a series
            </span>
          )}
        </span>
      </span>
    ),
  },
  {
    accessorKey: "startsAt",
    header: "Date",
    cell: ({ row: { original: row } }) => (
      <>
        <EventMoment at={row.startsAt} timeZone={row.timeZone} />
        <span className="block text-sm text-muted">
          {row.venue.name}, {row.venue.city}
        </span>
      </>
    ),
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: row } }) => {
      const { label, tone } = statusOf(row);
      return (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tone}>{label}</Badge>
          {row.publishAt && (
            <span className="text-xs text-muted">
              <EventMoment at={row.publishAt} timeZone={row.timeZone} />
            </span>
          )}
        </span>
      );
    },
  },
  {
    accessorKey: "sold",
    header: "Sold",
    sortDescFirst: true,
    meta: { className: "columns:w-44" },
    cell: ({ row: { original: row } }) =>
      row.capacity === 0 ? (
        <span className="text-muted">No tickets yet</span>
      ) : (
        <span className="grid gap-1.5">
          <span className="flex justify-between gap-3 tabular-nums">
            <span className="text-ink">
              {formatCount(row.sold)} <span className="text-muted">of {formatCount(row.capacity)}</span>
            </span>
            <span className="text-muted">{formatShare(row.sold, row.capacity)}</span>
          </span>
          <Meter whole={row.capacity} parts={[{ value: row.sold, tone: "gold", label: "sold" }]} />
        </span>
      ),
  },
  {
    accessorKey: "updatedAt",
    header: "Updated",
    sortDescFirst: true,
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: row } }) => (
      <span className="text-muted">
        <Moment at={row.updatedAt} relative />
      </span>
    ),
  },
];
