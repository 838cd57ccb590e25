import { Download } from "lucide-react";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { withQuery } from "#web/lib/paths.ts";

type Query = Parameters<typeof withQuery>[1];

/** Downloads every row that matches the filters, as CSV or as an Excel workbook. */
export function FileLinks({ base, query }: { base: string; query: Query }) {
  const style = buttonStyle("outline", "sm", "min-h-11! md:min-h-10!");
  return (
    <>
      <DownloadLink to={withQuery(`${base}.csv`, query)} className={style}>
        <Download aria-hidden="true" className="size-4.5" />
        CSV
      </DownloadLink>
      <DownloadLink to={withQuery(`${base}.xlsx`, query)} className={style}>
        <Download aria-hidden="true" className="size-4.5" />
        Excel
      </DownloadLink>
    </>
  );
}
