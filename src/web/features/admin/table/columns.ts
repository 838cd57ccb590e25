import {
  columnVisibilityFeature,
  metaHelper,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ReactTable,
  type RowData,
} from "@tanstack/react-table";

/**
 * Where a cell goes when a row is a card: first line, upper right corner, own line, a line shared with the other parts,
 * below them, or hidden. A card on a tablet has room for all: lines become parts there, and a cell that a phone hides
 * shows with its column's header.
 */
export type PhoneSlot = "title" | "aside" | "line" | "part" | "foot" | "hidden";

export type ColumnMeta = {
  /** The cells explain themselves: only screen readers get the header. */
  hideHeader?: boolean;
  /** Numbers: right-aligned with equal-width digits. */
  figures?: boolean;
  phone?: PhoneSlot;
  className?: string;
};

/** What the staff tables use of TanStack Table. The server sorts, filters and pages. */
export const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

/** A column of a staff table. One with an accessor can be sorted: its id is the name of its sort order. */
export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & { header: string };

export type TableModel<Row extends RowData> = ReactTable<typeof features, Row>;
