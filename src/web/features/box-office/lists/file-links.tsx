import { Download } from "lucide-react";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import type { OpenList } from "#web/features/admin/table/staff-list.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { withQuery } from "#web/lib/paths.ts";

const files = { csv: "CSV", xlsx: "Excel" };

/** Downloads every row that matches the filters, as CSV or as an Excel workbook. */
export const FileLinks = ({ list: { list, filter } }: { list: Pick<OpenList<never>, "list" | "filter"> }) =>
  Object.entries(files).map(([ending, label]) => (
    <DownloadLink
      key={ending}
      to={withQuery(`${list.path}.${ending}`, filter)}
      className={buttonStyle("outline", "sm", "min-h-11! md:min-h-10!")}
    >
      <Download className="size-4.5" />
      {label}
    </DownloadLink>
  ));
