import { Download } from "lucide-react";
import { saveFile } from "#web/lib/files.ts";
import { Button } from "#web/ui/button.tsx";

type Cell = string | number | null;

/** A cell as a spreadsheet reads it; text that it would take for a formula stays text. */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = typeof cell === "string" && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves what the page shows as a spreadsheet file. */
export function CsvButton({ name, head, rows }: { name: string; head: string[]; rows: Cell[][] }) {
  const text = [head, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n");
  return (
    <Button
      variant="outline"
      size="sm"
      className="print:hidden"
      onClick={() => saveFile(new Blob([`\uFEFF${text}\r\n`], { type: "text/csv" }), `${name}.csv`)}
    >
      <Download className="size-4.5" />
      CSV
    </Button>
  );
}
