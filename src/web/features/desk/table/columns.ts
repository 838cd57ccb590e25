import type { ReactNode } from "react";

/**
 * Where a cell stands when a row is a card: its first line, its upper right corner, a line of its own, in one line with the
 * other parts, below them, nowhere. On a tablet a card has room for all of them: lines are parts there, and what a phone
 * leaves out stands under its head's name.
 */
export type PhonePlace = "title" | "aside" | "line" | "part" | "foot" | "hidden";

export type Column<Row> = {
  id: string;
  header: string;
  /** Its cells explain themselves: the head is for those who cannot see them. */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** The list can be put in this column's order; what it starts with when pressed. */
  sort?: "up" | "down";
  /** Figures stand to the right, under each other. */
  figures?: boolean;
  phone?: PhonePlace;
  className?: string;
};

/** What pressing a column's head asks for: its order, then the other way round. */
export function nextSort({ id, sort }: Pick<Column<never>, "id" | "sort">, current: string): string {
  if (current === id) return `-${id}`;
  if (current === `-${id}`) return id;
  return sort === "down" ? `-${id}` : id;
}

/** What a column's head says of the list's order. */
export function sortState(id: string, current: string): "ascending" | "descending" | undefined {
  if (current === id) return "ascending";
  return current === `-${id}` ? "descending" : undefined;
}
