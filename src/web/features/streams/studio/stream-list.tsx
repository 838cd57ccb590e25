import { Plus } from "lucide-react";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { TwoLines } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { accessLabels, streamStatuses } from "../status.ts";
import { sourceLabels } from "./labels.ts";

const streams = staffList("GET /api/admin/streams", {
  label: "Streams",
  isPlain: true,
  everyMs: 15_000,
  search: "Stream or event",
  filters: {
    show: {
      label: "Status",
      any: null,
      choices: { all: "All", upcoming: "Upcoming", live: "Live", past: "Past", draft: "Drafts" },
    },
    source: { label: "Source", choices: sourceLabels },
  },
  opens: "id",
  empty: { title: "No results", text: "No streams match your search and filters." },
  columns: {
    title: {
      header: "Stream",
      phone: "title",
      cell: ({ title, eventTitle }) => <TwoLines strong top={title} below={eventTitle ?? "No event"} />,
    },
    status: {
      header: "Status",
      phone: "aside",
      cell: ({ status, isPublished }) =>
        isPublished ? <StatusBadge {...streamStatuses[status]} /> : <Badge>Draft</Badge>,
    },
    startsAt: {
      header: "Starts",
      figures: true,
      cell: ({ startsAt, timeZone }) => <EventMoment at={startsAt} timeZone={timeZone} />,
    },
    source: {
      header: "Source",
      cell: ({ source, keyName }) => <TwoLines top={sourceLabels[source]} below={keyName ?? ""} />,
    },
    access: { header: "Access", cell: ({ access }) => accessLabels[access] },
  },
});

/** All streams, with search and filters in the address. */
export function StreamList({ onNew }: { onNew: () => void }) {
  const list = useStaffList(streams);
  return (
    <StaffList
      list={list}
      {...(!list.isFiltered && {
        empty: {
          title: "No streams yet",
          text: "Bring the party to those who aren't in the room. Stream from OBS, or show a YouTube or Twitch video.",
          action: (
            <Button onClick={onNew}>
              <Plus className="size-5" /> New stream
            </Button>
          ),
        },
      })}
    />
  );
}
