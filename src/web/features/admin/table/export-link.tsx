import { Download } from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { DownloadLink } from "../download-link.tsx";

/** Downloads the list as CSV: every row that matches the search and the filters, not only this page. */
export function ExportLink({ to }: { to: string }) {
  return (
    <DownloadLink to={to} className={buttonStyle("outline", "sm", "md:min-h-10")}>
      <Download aria-hidden="true" className="size-4.5" />
      CSV
    </DownloadLink>
  );
}
