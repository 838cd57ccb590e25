import { useBrandZone } from "#web/lib/site.ts";
import type { InfoSheet } from "#contract/settings/info-sheets.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { SiteContact } from "./site-contact.tsx";

/** The text of an info sheet. The server has sanitized it: a few elements, no attribute that could do anything. */
export function InfoText({ sheet: { name, html, changedAt } }: { sheet: InfoSheet }) {
  const brandZone = useBrandZone();
  return (
    <div className="grid gap-6">
      {html !== "" && <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />}
      {name === "contact" && <SiteContact />}
      {html !== "" && changedAt && (
        <p className="text-sm text-muted">
          Last updated <time dateTime={changedAt}>{formatShortDate(changedAt, brandZone)}</time>
        </p>
      )}
    </div>
  );
}
