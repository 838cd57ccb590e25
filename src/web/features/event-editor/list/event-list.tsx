import { useQuery } from "@tanstack/react-query";
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import { EventRowSort, type EventRow } from "#contract/event-editing.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { eventRowsQuery } from "../queries.ts";
import { stateFilters } from "../words.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { eventColumns } from "./columns.tsx";

const states = ["published", "draft", "scheduled", "unlisted", "off"] as const;

/** All nights with search, filters and order in the address; several of them are published at once. */
export function EventList({ onNew }: { onNew: () => void }) {
  const address = useListAddress();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const when = address.choice("when", ["upcoming", "past"]);
  const state = address.choice("state", states);
  const city = address.search.get("city") ?? undefined;
  const sort = address.choice("sort", EventRowSort.options) ?? "next";
  const filter = { q: address.q, when, state, city, sort };
  const query = useQuery(eventRowsQuery({ ...filter, page: address.page, cursor: address.cursor }));
  const rows = query.data?.items ?? [];
  const isFiltered = Boolean(address.q || when || state || city);

  function choose(row: EventRow, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(row.id);
    else next.delete(row.id);
    setChosen(next);
  }

  return (
    <div className="grid gap-3">
      <BulkBar rows={rows.filter(({ id }) => chosen.has(id))} onDone={() => setChosen(new Set())} />
      <StaffTable
        label="Nights"
        columns={eventColumns(chosen, choose)}
        query={query}
        address={address}
        sort={sort}
        keyOf={(row) => row.id}
        rowTo={(row) => withQuery("/admin", { section: "events", id: row.id })}
        empty={
          isFiltered
            ? { title: "Nothing fits", text: "No night fits this search and these filters." }
            : {
                title: "No night yet",
                text: "The first one takes five minutes: a name, a date, a place, a poster.",
                action: (
                  <Button size="sm" onClick={onNew}>
                    <Plus aria-hidden="true" className="size-4.5" /> New night
                  </Button>
                ),
              }
        }
        toolbar={
          <TableToolbar
            address={address}
            placeholder="Night, place, act"
            filters={
              <>
                <FilterSelect
                  label="When"
                  any="Any time"
                  value={when}
                  choices={[
                    { value: "upcoming", label: "To come" },
                    { value: "past", label: "Gone by" },
                  ]}
                  onChange={(value) => address.change({ when: value })}
                />
                <FilterSelect
                  label="State"
                  any="Any state"
                  value={state}
                  choices={stateFilters}
                  onChange={(value) => address.change({ state: value })}
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
                download="nights.csv"
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
