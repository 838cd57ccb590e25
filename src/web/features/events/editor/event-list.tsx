import { Failure } from "#web/admin-kit/read-failure.tsx";
import { counted } from "#web/admin-kit/figures.tsx";
import { CalendarRange, Plus } from "lucide-react";
import { useState } from "react";
import type { BulkOutcome } from "#contract/events/changes.ts";
import type { EventRow } from "#contract/events/editing.ts";
import { TicketMeter } from "#web/admin-kit/ticket-meter.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { type Chosen, StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useAttempt, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { statusOf } from "./labels.ts";

const events = staffList("GET /api/admin/events", {
  label: "Events",
  isPlain: true,
  sort: "next",
  search: "Event, artist or venue",
  filters: {
    when: { label: "When", any: "Any time", choices: { upcoming: "Upcoming", past: "Past" } },
    status: {
      label: "Status",
      choices: {
        published: "Published",
        draft: "Drafts",
        scheduled: "Scheduled",
        unlisted: "Unlisted",
        off: "Canceled or postponed",
      },
    },
    city: { label: "City", pattern: /.+/ },
  },
  empty: { title: "No results", text: "No events match your search and filters." },
  columns: {
    title: {
      header: "Event",
      phone: "title",
      sort: "asc",
      cell: ({ poster, title, inRun }) => (
        <span className="flex flex-wrap items-center gap-3">
          <Poster
            poster={poster}
            sizes="3rem"
            decorative
            className="aspect-4/5 w-9 shrink-0 overflow-hidden rounded-sm"
          />
          <span className="grid min-w-0 flex-1 basis-24">
            <span className="font-semibold">{title}</span>
            {inRun && (
              <span className="flex items-center gap-1 text-xs font-normal text-muted">
                <CalendarRange className="size-3.5" /> Part of a series
              </span>
            )}
          </span>
        </span>
      ),
    },
    startsAt: {
      header: "Date",
      sort: "asc",
      cell: ({ startsAt, timeZone, venue }) => (
        <>
          <EventMoment at={startsAt} timeZone={timeZone} />
          <span className="block text-sm text-muted">
            {venue.name}, {venue.city}
          </span>
        </>
      ),
    },
    status: {
      header: "Status",
      phone: "aside",
      cell: (row) => (
        <span className="grid justify-items-start gap-1">
          <StatusBadge {...statusOf(row)} />
          {row.publishAt && (
            <span className="text-xs text-muted">
              <EventMoment at={row.publishAt} timeZone={row.timeZone} />
            </span>
          )}
        </span>
      ),
    },
    sold: {
      header: "Sold",
      sort: "desc",
      className: "columns:w-44",
      cell: (event) =>
        event.capacity === 0 ? (
          <span className="text-muted">No tickets yet</span>
        ) : (
          <TicketMeter counts={event} event={event} />
        ),
    },
    updatedAt: {
      header: "Updated",
      sort: "desc",
      figures: true,
      phone: "hidden",
      cell: ({ updatedAt }) => (
        <span className="text-muted">
          <Moment at={updatedAt} relative />
        </span>
      ),
    },
  },
});

/** All events, with search, filters and sort order in the address, and bulk publishing. */
export function EventList({ onNew }: { onNew: () => void }) {
  const list = useStaffList(events);
  const { bulk, outcome } = useEventsBulk();
  const none = {
    title: "No events yet",
    text: "Your first one takes five minutes: a name, a date, a venue, a poster.",
    action: (
      <Button size="sm" onClick={onNew}>
        <Plus className="size-4.5" /> New event
      </Button>
    ),
  };
  return (
    <div className="grid gap-3">
      {outcome}
      <StaffList
        list={list}
        bulk={bulk}
        choices={{ city: list.query.data?.cities.map((name) => ({ value: name, label: name })) }}
        rowTo={(row) => hubPath(row.id)}
        empty={list.isFiltered ? undefined : none}
      />
    </div>
  );
}

const why: Record<BulkOutcome["refused"][number]["code"], string> = {
  not_ready: "required details are missing",
  has_sales: "tickets are sold or on hold, so make it unlisted or cancel it",
  not_found: "it no longer exists",
};

/** Publishes or unpublishes several events. Events that cannot change stay as they are, with the reason. */
function useEventsBulk() {
  const write = useAdminWrite();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const { busy, failure, attempt } = useAttempt<"published" | "draft">();

  const set = (visibility: "published" | "draft", { rows, clear }: Chosen<EventRow>) =>
    attempt(visibility, async () => {
      const ids = rows.map(({ id }) => id);
      const outcome = await write("POST /api/admin/events/visibility", { body: { ids, visibility } });
      setRefused(outcome.refused);
      if (outcome.done.length > 0) {
        const done = visibility === "published" ? "published" : "unpublished";
        showSuccess(`${counted(outcome.done.length, "event")} ${done}`);
      }
      clear();
    });

  return {
    bulk: {
      nameOf: (row: EventRow) => row.title,
      renderActions: (chosen: Chosen<EventRow>) => (
        <>
          <Button size="sm" loading={busy === "published"} onClick={() => void set("published", chosen)}>
            Publish
          </Button>
          <Button size="sm" variant="outline" loading={busy === "draft"} onClick={() => void set("draft", chosen)}>
            Unpublish
          </Button>
        </>
      ),
    },
    outcome: (
      <>
        {refused.length > 0 && (
          <Callout
            tone="bad"
            title={`${counted(refused.length, "event")} ${refused.length === 1 ? "wasn't" : "weren't"} changed`}
          >
            <ul>
              {refused.map(({ id, title, code }) => (
                <li key={id}>
                  {title || `Event ${id}`}: {why[code]}
                </li>
              ))}
            </ul>
          </Callout>
        )}
        <Failure text={failure} />
      </>
    ),
  };
}
