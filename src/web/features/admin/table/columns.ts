import type { ReactNode } from "react";

/**
 * Where a cell goes when a row is a card: first line, upper right corner, own line, a line shared with the other parts,
 * below them, or hidden. A card on a tablet has room for all: lines become parts there, and a cell that a phone hides
 * shows with its column's header.
 */
export type PhoneSlot = "title" | "aside" | "line" | "part" | "foot" | "hidden";

export type Column<Row> = {
  id: string;
  header: string;
  /** The cells explain themselves: only screen readers get the header. */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** The list can be sorted by this column; the direction of the first press. */
  sort?: "up" | "down";
  /** Numbers: right-aligned with equal-width digits. */
  figures?: boolean;
  phone?: PhoneSlot;
  className?: string;
};

/** The sort that a press on a column's header requests: by this column, then reversed. */
export function nextSort({ id, sort }: Pick<Column<never>, "id" | "sort">, current: string): string {
  if (current === id) return `-${id}`;
  if (current === `-${id}`) return id;
  return sort === "down" ? `-${id}` : id;
}

/** The sort direction that a column's header announces. */
export function sortState(id: string, current: string): "ascending" | "descending" | undefined {
  if (current === id) return "ascending";
  return current === `-${id}` ? "descending" : undefined;
}
