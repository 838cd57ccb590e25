import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import type { BulkOutcome } from "#contract/event-changes.ts";
import { type EventRow, EventRowSort, EventRowStatus } from "#contract/event-editing.ts";
import { type FilterChoice, FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable, type Chosen } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useAttempt } from "#web/features/admin/use-attempt.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { plural } from "../labels.ts";
import { eventRowsQuery } from "../queries.ts";
import { eventColumns } from "./columns.tsx";

const whenFilters = [
  { value: "upcoming", label: "Upcoming" },
  { value: "past", label: "Past" },
];
const statusFilters = [
  { value: "published", label: "Published" },
  { value: "draft", label: "Drafts" },
  { value: "scheduled", label: "Scheduled" },
  { value: "unlisted", label: "Unlisted" },
  { value: "off", label: "Canceled or postponed" },
];

/** All events, with search, filters and sort order in the address, and bulk publishing. */
export function EventList({ onNew }: { onNew: () => void }) {
  const address = useListAddress();
  const when = address.choice("when", ["upcoming", "past"]);
  const status = address.choice("status", EventRowStatus.options);
  const city = address.search.get("city") ?? undefined;
  const sort = address.choice("sort", EventRowSort.options) ?? "next";
  const filter = { q: address.q, when, status, city, sort };
  const query = useQuery(eventRowsQuery({ ...filter, ...address.at }));
  const { bulk, outcome } = useEventsBulk();
  const cities = (query.data?.cities ?? []).map((name) => ({ value: name, label: name }));
  const filterSelect = (name: "when" | "status" | "city", label: string, any: string, choices: FilterChoice[]) => (
    <FilterSelect
      label={label}
      any={any}
      value={filter[name]}
      choices={choices}
      onChange={(value) => address.change({ [name]: value })}
    />
  );
  const isFiltered = Boolean(address.q || when || status || city);

  return (
    <div className="grid gap-3">
      {outcome}
      <StaffTable
        label="Events"
        columns={eventColumns}
        query={query}
        address={address}
        sort={sort}
        keyOf={(row) => row.id}
        bulk={bulk}
        rowTo={(row) => withQuery("/admin", { section: "events", id: row.id })}
        empty={
          isFiltered
            ? { title: "No results", text: "No events match your search and filters." }
            : {
                title: "No events yet",
                text: "Your first one takes five minutes: a name, a date, a venue, a poster.",
                action: (
                  <Button size="sm" onClick={onNew}>
                    <Plus className="size-4.5" /> Create event
                  </Button>
                ),
              }
        }
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Event, artist or venue"
            filters={
              <>
                {filterSelect("when", "When", "Any time", whenFilters)}
                {filterSelect("status", "Status", "Any status", statusFilters)}
                {filterSelect("city", "City", "Any city", cities)}
              </>
            }
            actions={
              <a
                href={withQuery("/api/admin/events.csv", filter)}
                download="events.csv"
                className={buttonStyle("outline", "sm", "min-h-11! md:min-h-10!")}
              >
                <Download className="size-4.5" />
                CSV
              </a>
            }
          />
        }
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
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<BulkOutcome["refused"]>([]);
  const { busy, failure, attempt } = useAttempt<"published" | "draft">();

  const set = (visibility: "published" | "draft", { rows, clear }: Chosen<EventRow>) =>
    attempt(visibility, async () => {
      const body = { ids: rows.map(({ id }) => id), visibility };
      const outcome = await callJson<BulkOutcome>("POST", "/api/admin/events/visibility", { body });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/events"),
      });
      setRefused(outcome.refused);
      if (outcome.done.length > 0) {
        const done = visibility === "published" ? "published" : "unpublished";
        toast({ title: `${plural(outcome.done.length, "event")} ${done}`, tone: "good" });
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
            title={`${plural(refused.length, "event")} ${refused.length === 1 ? "wasn't" : "weren't"} changed`}
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
        {failure && <Callout tone="bad" title={failure} />}
      </>
    ),
  };
}
