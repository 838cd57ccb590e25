import { Link, useMatches } from "react-router";
import type { SiteSettings } from "#contract/settings.ts";
import { useSite } from "#web/lib/site.ts";
import { Wordmark } from "#web/ui/brand.tsx";
import { mainLinks } from "./header.tsx";

/** The site footer. On staff pages and at checkout it is one line: those pages are tools. */
export function Footer() {
  const { settings, renderedAt } = useSite();
  const copyright = `© ${renderedAt.slice(0, 4)} Savage Gentlemen Lifestyle · SGX Media`;
  const handle = useMatches().at(-1)?.handle as { access?: string; pattern?: string } | undefined;
  const isTool = handle?.access === "staff" || handle?.access === "admin" || handle?.pattern === "/checkout";
  if (isTool)
    return (
      <footer className="mt-16 border-t border-line">
        <p className="measure py-5 text-sm text-muted">{copyright}</p>
      </footer>
    );
  return (
    <footer className="pinstripe mt-24 overflow-hidden border-t border-line">
      <div className="measure grid gap-10 py-14 md:grid-cols-[1fr_auto]">
        <div className="grid content-start gap-4">
          <p className="eyebrow text-gilt">Caribbean-American Experience</p>
          <p className="max-w-[38ch] text-muted">
            Nights out, tailored. Tickets on your phone. The price you see is the price you pay.
          </p>
          <SiteContact settings={settings} />
        </div>
        <nav aria-label="Footer" className="hidden lg:block">
          <ul className="grid grid-cols-2 gap-x-10 gap-y-1">
            {mainLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="flex min-h-11 items-center font-semibold hover:text-gilt">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="measure pb-6">
        <Wordmark className="w-full" />
      </div>
      <p className="measure pb-6 text-sm text-muted">{copyright}</p>
    </footer>
  );
}

const names = { instagram: "Instagram", youtube: "YouTube", tiktok: "TikTok", whatsapp: "WhatsApp" };
const linkStyle = "inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:text-gilt hover:underline";

/** The brand's contact email and social links, as admins set them. */
function SiteContact({ settings: { contactEmail, links } }: { settings: SiteSettings }) {
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
