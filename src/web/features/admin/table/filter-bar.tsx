import type { ReactNode } from "react";
import { FilterSelect } from "./filter-select.tsx";
import type { ListAddress } from "./use-list-address.ts";

/** The row above a list with its search box and filters. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised/60 p-3">{children}</div>;
}

/** A worklist shows open items or, on request, resolved ones. */
export const openOrResolved = ["open", "resolved"] as const;

export type ResolvedFilterProps = {
  address: ListAddress;
  status: string;
  /** The label for resolved items here: "Resolved". */
  resolved: string;
};

/** Switches a worklist between open and resolved items. */
export function ResolvedFilter({ address, status, resolved }: ResolvedFilterProps) {
  return (
    <FilterSelect
      label="Status"
      value={status}
      choices={[
        { value: "open", label: "Open" },
        { value: "resolved", label: resolved },
      ]}
      onChange={(value) => address.change({ status: value === "open" ? undefined : value })}
    />
  );
}
