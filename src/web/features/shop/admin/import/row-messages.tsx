import { useId } from "react";

/** A sentence about rows of a file. */
type RowMessage = { rows: number[]; field: string; message: string };

const maxParts = 8;

/** "Row 3", "Rows 3, 5–9 and 12 more". */
function formatRows(rows: number[]): string {
  const parts: [number, number][] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last !== undefined && last[1] === row - 1) last[1] = row;
    else parts.push([row, row]);
  }
  const shown = parts.slice(0, maxParts);
  const rest = parts.slice(maxParts).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const text = shown.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
  return `${rows.length === 1 ? "Row" : "Rows"} ${text}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** A list of sentences about rows, which scrolls by itself if it is long. */
export function RowMessages({ title, text, list }: { title: string; text: string; list: RowMessage[] }) {
  const id = useId();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list must scroll by keyboard too
        tabIndex={0}
        aria-labelledby={id}
        className="max-h-72 divide-y divide-line overflow-auto rounded-sm border border-line text-sm"
      >
        {list.map(({ rows, field, message }, index) => (
          <li key={index} className="grid gap-x-4 px-3 py-2 sm:grid-cols-[10rem_1fr]">
            <span className="text-muted tabular-nums">
              {formatRows(rows)}
              {field !== "row" && <span className="block wrap-anywhere">{field}</span>}
            </span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
