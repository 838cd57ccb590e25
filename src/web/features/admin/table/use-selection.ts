import { useState } from "react";

export type RowKey = string | number;

/** The selected rows of the current page. A row that leaves the page is no longer selected. */
export function useSelection<Row>(rows: Row[], keyOf: (row: Row) => RowKey) {
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set());
  const keys = rows.map(keyOf);
  const present = keys.filter((key) => chosen.has(key));
  return {
    keys: present,
    rows: rows.filter((row) => chosen.has(keyOf(row))),
    isAll: keys.length > 0 && present.length === keys.length,
    has: (key: RowKey) => chosen.has(key),
    clear: () => setChosen(new Set()),
    toggle(key: RowKey) {
      const next = new Set(present);
      if (!next.delete(key)) next.add(key);
      setChosen(next);
    },
    toggleAll: () => setChosen(new Set(present.length === keys.length ? [] : keys)),
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
