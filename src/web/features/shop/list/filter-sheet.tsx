import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { countFilters } from "./shop-filter.ts";
import { type ShopChoices, ShopFilters } from "./shop-filters.tsx";

type FilterSheetProps = { filter: ShopFilter; choices: ShopChoices; total: number; onClose: () => void };

/** The shop's filters on a phone. Each choice applies at once, to the products behind the sheet and to the URL. */
export function FilterSheet({ filter, choices, total, onClose }: FilterSheetProps) {
  const { collection, q, sort } = filter;
  return (
    <Drawer
      title="Filters"
      onClose={onClose}
      footer={
        <div className="flex gap-3">
          {countFilters(filter) > 0 && (
            <LinkButton variant="outline" to={paths.shop({ collection, q, sort })} preventScrollReset>
              Clear
            </LinkButton>
          )}
          <Button className="flex-1" onClick={onClose}>
            Show {total} {total === 1 ? "product" : "products"}
          </Button>
        </div>
      }
    >
      <div className="grid gap-6">
        <ShopFilters filter={filter} choices={choices} />
      </div>
    </Drawer>
  );
}
