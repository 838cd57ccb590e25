import { useBrandZone, useSite } from "#web/lib/site.ts";
import type { InfoSheet } from "#contract/settings/info-sheets.ts";
import { formatShortDate } from "#web/lib/dates.ts";

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

const names = { instagram: "Instagram", youtube: "YouTube", tiktok: "TikTok", whatsapp: "WhatsApp" };
const linkStyle = "inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:text-gilt hover:underline";

/** The brand's contact email and social links, as admins set them. */
export function SiteContact() {
  const { contactEmail, links } = useSite().settings;
  if (!contactEmail && links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-6">
      {contactEmail && (
        <a href={`mailto:${contactEmail}`} className={linkStyle}>
          {contactEmail}
        </a>
      )}
      {links.map(({ name, url }) => (
        <a key={name} href={url} rel="noreferrer" className={linkStyle}>
          {names[name]}
        </a>
      ))}
    </p>
  );
}
