import { useQuery } from "@tanstack/react-query";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import type { ListAddress } from "#web/features/desk/table/use-list-address.ts";
import { salesQuery } from "../queries.ts";

/** What brought an order, as the address of a list has it. */
export function originOf(address: ListAddress) {
  return {
    kind: address.choice("kind", ["sold", "comp"]),
    code: address.search.get("code")?.slice(0, 40) || undefined,
    promoterId: address.number("promoter"),
  };
}

/** Sold or given away, by which code, by whose link: only what this night has can be chosen. */
export function OriginFilters({ eventId, address }: { eventId: number; address: ListAddress }) {
  const { data } = useQuery(salesQuery(eventId));
  const { kind, code, promoterId } = originOf(address);
  const codes = data?.codes.map((row) => ({ value: row.code, label: row.code })) ?? [];
  const promoters = data?.promoters.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  return (
    <>
      <FilterSelect
        label="Sold or given"
        any="Sold and given"
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

/** A copied address may name what this night does not have: it is shown, so that it can be taken off. */
function withChosen(choices: { value: string; label: string }[], chosen: string | undefined) {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label: chosen }];
}
