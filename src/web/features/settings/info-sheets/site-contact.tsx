import { useSite } from "#web/lib/site.ts";

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
