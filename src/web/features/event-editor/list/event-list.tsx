import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { EventRowSort } from "#contract/event-editing.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { eventRowsQuery } from "../queries.ts";
import { statusFilters } from "../labels.ts";
import { useEventsBulk } from "./events-bulk.tsx";
import { eventColumns } from "./columns.tsx";

const statuses = ["published", "draft", "scheduled", "unlisted", "off"] as const;

/** All events, with search, filters and sort order in the address, and bulk publishing. */
export function EventList({ onNew }: { onNew: () => void }) {
  const address = useListAddress();
  const when = address.choice("when", ["upcoming", "past"]);
  const status = address.choice("status", statuses);
  const city = address.search.get("city") ?? undefined;
  const sort = address.choice("sort", EventRowSort.options) ?? "next";
  const filter = { q: address.q, when, status, city, sort };
  const query = useQuery(eventRowsQuery({ ...filter, ...address.at }));
  const { bulk, outcome } = useEventsBulk();
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
                    <Plus aria-hidden="true" className="size-4.5" /> Create event
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
                <FilterSelect
                  label="When"
                  any="Any time"
                  value={when}
                  choices={[
                    { value: "upcoming", label: "Upcoming" },
                    { value: "past", label: "Past" },
                  ]}
                  onChange={(value) => address.change({ when: value })}
                />
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={statusFilters}
                  onChange={(value) => address.change({ status: value })}
                />
                <FilterSelect
                  label="City"
                  any="Any city"
                  value={city}
                  choices={(query.data?.cities ?? []).map((name) => ({ value: name, label: name }))}
                  onChange={(value) => address.change({ city: value })}
                />
              </>
            }
            actions={
              <a
                href={withQuery("/api/admin/events.csv", filter)}
                download="events.csv"
                className={buttonStyle("outline", "sm", "min-h-11! md:min-h-10!")}
              >
                <Download aria-hidden="true" className="size-4.5" />
                CSV
              </a>
            }
          />
        }
      />
    </div>
  );
}
