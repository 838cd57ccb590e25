import { Download, FileText } from "lucide-react";
import { DownloadLink } from "#web/admin-kit/download-link.tsx";
import { apiPath } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

const files = [
  { type: "PDF", file: "GET /api/admin/earnings/events/{id}/settlement.pdf", Icon: FileText, inTab: true },
  { type: "CSV", file: "GET /api/admin/earnings/events/{id}/settlement.csv", Icon: Download, inTab: false },
] as const;

/** The settlement of an event as files. They name no buyer. */
export function SettlementFiles({ event }: { event: { id: number; title: string } }) {
  return (
    <span className="inline-flex flex-wrap gap-2">
      {files.map(({ type, file, Icon, inTab }) => (
        <DownloadLink
          key={type}
          to={apiPath(file, { params: { id: event.id } })}
          inTab={inTab}
          isPlain
          className={buttonStyle("outline", "sm", "max-md:min-h-11!")}
        >
          <Icon className="size-4.5" />
          {type}
          <span className="sr-only"> settlement of {event.title}</span>
        </DownloadLink>
      ))}
    </span>
  );
}
