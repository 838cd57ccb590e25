import { CalendarRange } from "lucide-react";
import type { EventRow } from "#contract/event-editing.ts";
import { formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { Thumb } from "../thumb.tsx";
import { statusOf } from "../labels.ts";

/** The columns of the event list; the last one selects rows for bulk actions. */
export function eventColumns(
  chosen: ReadonlySet<number>,
  onChoose: (row: EventRow, isChosen: boolean) => void,
): Column<EventRow>[] {
  return [
    {
      id: "title",
      header: "Event",
      sort: "up",
      phone: "title",
      cell: (row) => (
        <span className="flex items-center gap-3">
          <Thumb poster={row.poster} />
          <span className="grid min-w-0">
            <span className="font-semibold">{row.title}</span>
            {row.inRun && (
              <span className="flex items-center gap-1 text-xs font-normal text-muted">
                <CalendarRange aria-hidden="true" className="size-3.5" /> Part of a series
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      id: "startsAt",
      header: "Date",
      sort: "up",
      cell: (row) => (
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
      phone: "aside",
      cell: (row) => {
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
      id: "sold",
      header: "Sold",
      sort: "down",
      className: "columns:w-44",
      cell: (row) =>
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
      id: "updatedAt",
      header: "Updated",
      sort: "down",
      figures: true,
      phone: "hidden",
      cell: (row) => (
        <span className="text-muted">
          <Moment at={row.updatedAt} relative />
        </span>
      ),
    },
    {
      id: "choose",
      header: "Select",
      hideHeader: true,
      phone: "aside",
      className: "relative z-10 w-12 columns:py-0!",
      cell: (row) => (
        <Checkbox
          label={<VisuallyHidden>Select {row.title}</VisuallyHidden>}
          checked={chosen.has(row.id)}
          onChange={(e) => onChoose(row, e.target.checked)}
        />
      ),
    },
  ];
}
