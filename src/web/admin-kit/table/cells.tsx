import type { RowData } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { type BadgeLabel, StatusBadge } from "#web/ui/badge.tsx";
import { Moment } from "../moment.tsx";
import type { ListColumn } from "./staff-list.tsx";

/** A cell of two lines: what the row is about, and a detail below. */
export function TwoLines({ top, below, strong = false }: { top: ReactNode; below: ReactNode; strong?: boolean }) {
  return (
    <>
      <span className={strong ? "font-semibold" : "text-ink"}>{top}</span>
      <span className="block text-sm font-normal text-muted wrap-break-word">{below}</span>
    </>
  );
}

/** The status of each row as a badge. */
export const statusColumn = <Status extends string>(
  statuses: Record<Status, BadgeLabel>,
): ListColumn<{ status: Status }> => ({
  header: "Status",
  phone: "aside",
  cell: ({ status }) => <StatusBadge {...statuses[status]} />,
});

type MomentOptions = Pick<ListColumn<object>, "phone" | "sort"> & { relative?: boolean };

/** When something happened to each row. */
export const momentColumn = <Name extends string>(
  name: Name,
  header: string,
  { relative = true, ...options }: MomentOptions = {},
): ListColumn<Record<Name, string>> => ({
  header,
  figures: true,
  ...options,
  cell: (row) => <Moment at={row[name]} relative={relative} />,
});

/** The buttons of each row. */
export const actionsColumn = <Row extends RowData>(cell: ListColumn<Row>["cell"]): ListColumn<Row> => ({
  header: "Actions",
  hideHeader: true,
  figures: true,
  phone: "foot",
  cell,
});
