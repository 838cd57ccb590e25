import { type EventsFilter, paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isNarrowed } from "./events-filter.ts";
import { EventFilters, type Facets } from "./filter-chips.tsx";

type FilterSheetProps = { filter: EventsFilter; facets: Facets; onClose: () => void };

/** The filters on a phone. Each choice applies at once, to the events behind the sheet and to the URL. */
export function FilterSheet({ filter, facets, onClose }: FilterSheetProps) {
  const { when, q, view, month } = filter;
  return (
    <Drawer
      title="Filters"
      onClose={onClose}
      footer={
        <div className="flex gap-3">
          {isNarrowed({ ...filter, q: undefined }) && (
            <LinkButton variant="outline" to={paths.events({ when, q, view, month })} preventScrollReset>
              Clear
            </LinkButton>
          )}
          <Button className="flex-1" onClick={onClose}>
            Show events
          </Button>
        </div>
      }
    >
      <div className="grid gap-6">
        <EventFilters filter={filter} facets={facets} inSheet />
      </div>
    </Drawer>
  );
}
