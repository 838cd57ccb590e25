import { clsx } from "clsx";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/button.tsx";

type RowsProps = {
  rows: { index: number; name: string; cells: ReactNode[]; error: string | undefined }[];
  head: string[];
  onEdit: (index: number) => void;
  onDelete: (index: number) => void;
};

/** A form for one row of such a table; without a row it makes a new one. */
export type RowDialogProps<Row> = { row: Row | undefined; onClose: () => void; onDone: (row: Row) => void };

/** The rows of a table that is edited row by row and saved as a whole. */
export function Rows({ rows, head, onEdit, onDelete }: RowsProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-sm">
        <thead className="border-b border-line text-muted max-sm:sr-only">
          <tr>
            {[...head, ""].map((label) => (
              <th key={label} scope="col" className="py-2 pr-4 font-medium">
                {label || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ index, name, cells, error }) => (
            <tr
              key={index}
              className={clsx("max-sm:relative max-sm:block max-sm:py-2 max-sm:pr-24", error && "bg-hibiscus-wash")}
            >
              {cells.map((cell, column) => (
                <td
                  key={column}
                  className="py-1 pr-4 max-sm:block max-sm:py-0 max-sm:not-first:text-muted max-sm:first:font-semibold"
                >
                  {cell}
                  {column === 0 && error && (
                    <p role="alert" className="font-medium text-hibiscus">
                      {error}
                    </p>
                  )}
                </td>
              ))}
              <td className="py-1 text-right whitespace-nowrap max-sm:absolute max-sm:top-1 max-sm:right-0 max-sm:p-0">
                <IconButton label={`Edit ${name}`} Icon={Pencil} onClick={() => onEdit(index)} />
                <IconButton label={`Delete ${name}`} Icon={Trash2} onClick={() => onDelete(index)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
