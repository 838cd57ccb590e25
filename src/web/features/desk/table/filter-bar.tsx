import type { ReactNode } from "react";
import { FilterSelect } from "./filter-select.tsx";
import type { ListAddress } from "./use-list-address.ts";

/** The row above a list in which one searches and narrows it. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised/60 p-3">{children}</div>;
}

/** A worklist shows what is open, or, when asked, what is over. */
export const openOrResolved = ["open", "resolved"] as const;

export type ResolvedFilterProps = {
  address: ListAddress;
  state: string;
  /** What is over is called here: "Settled". */
  resolved: string;
};

/** Switches a worklist between what is open and what is over. */
export function ResolvedFilter({ address, state, resolved }: ResolvedFilterProps) {
  return (
    <FilterSelect
      label="State"
      value={state}
      choices={[
        { value: "open", label: "Open" },
        { value: "resolved", label: resolved },
      ]}
      onChange={(value) => address.change({ state: value === "open" ? undefined : value })}
    />
  );
}
