/** Each row's first cell is its header. */
export type ChartTable = { head: string[]; rows: (string | number)[][] };

/** The numbers of a chart as a table that opens below it, also without scripts. Open, it is printed too. */
export function TableView({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  const name = `${title}, as a table`;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-0.5 text-muted hover:text-ink print:hidden">View as table</summary>
      <div
        role="region"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table must scroll by keyboard too
        tabIndex={0}
        className="mt-2 overflow-x-auto"
      >
        <table aria-label={name} className="w-full tabular-nums">
          <thead>
            <tr className="border-b border-edge text-muted">
              {head.map((column, place) => (
                <th key={column} scope="col" className={place === 0 ? "py-1.5 text-left" : "py-1.5 pl-4 text-right"}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([rowName, ...cells], row) => (
              <tr key={row} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {rowName}
                </th>
                {cells.map((cell, place) => (
                  <td key={head[place + 1]} className="py-1.5 pl-4 text-right whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
