import { useQuery } from "@tanstack/react-query";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import type { ListAddress } from "#web/features/admin/table/use-list-address.ts";
import { salesQuery } from "../queries.ts";

/** Where orders came from, read from the list's URL. */
export function originOf(address: ListAddress) {
  return {
    kind: address.choice("kind", ["sold", "comp"]),
    code: address.search.get("code")?.slice(0, 40) || undefined,
    promoterId: address.number("promoter"),
  };
}

/** Filters for sold or comp, promo code and promoter. They only offer what this event has. */
export function OriginFilters({ eventId, address }: { eventId: number; address: ListAddress }) {
  const { data } = useQuery(salesQuery(eventId));
  const { kind, code, promoterId } = originOf(address);
  const codes = data?.codes.map((row) => ({ value: row.code, label: row.code })) ?? [];
  const promoters = data?.promoters.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <>
      <FilterSelect
        label="Sold or comp"
        any="Sold or comp"
        value={kind}
        choices={[
          { value: "sold", label: "Sold" },
          { value: "comp", label: "Comps" },
        ]}
        onChange={(value) => address.change({ kind: value })}
      />
      {(codes.length > 0 || code) && (
        <FilterSelect
          label="Promo code"
          any="Any code"
          value={code}
          choices={withChosen(codes, code)}
          onChange={(value) => address.change({ code: value })}
        />
      )}
      {(promoters.length > 0 || promoterId) && (
        <FilterSelect
          label="Promoter"
          any="Any promoter"
          value={promoterId === undefined ? undefined : String(promoterId)}
          choices={withChosen(promoters, promoterId === undefined ? undefined : String(promoterId))}
          onChange={(value) => address.change({ promoter: value })}
        />
      )}
    </>
  );
}

/** A copied URL may name a value that this event doesn't have. We show it so that it can be cleared. */
function withChosen(choices: { value: string; label: string }[], chosen: string | undefined) {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label: chosen }];
}
