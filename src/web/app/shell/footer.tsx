import { Link, useHandle } from "#web/lib/router.ts";
import { InfoLinks } from "#web/features/settings/info-sheets/info-link.tsx";
import { SiteContact } from "#web/features/settings/info-sheets/site-contact.tsx";
import { useSite } from "#web/lib/site.ts";
import { Wordmark } from "#web/ui/brand.tsx";
import { mainLinks } from "./header.tsx";

/** The site footer. On staff pages and at checkout it is one line: those pages are tools. */
export function Footer() {
  const { renderedAt } = useSite();
  const copyright = `© ${renderedAt.slice(0, 4)} Savage Gentlemen Lifestyle · SGX Media`;
  const handle = useHandle() as { access?: string; pattern?: string } | undefined;
  const isTool = handle?.access === "staff" || handle?.access === "admin" || handle?.pattern === "/checkout";
  if (isTool)
    return (
      <footer className="mt-16 border-t border-line">
        <div className="measure flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3 text-sm text-muted">
          <p className="py-2">{copyright}</p>
          <InfoLinks />
        </div>
      </footer>
    );
  return (
    <footer className="pinstripe mt-24 overflow-hidden border-t border-line">
      <div className="measure grid gap-10 py-14 md:grid-cols-[1fr_auto]">
        <div className="grid min-w-0 content-start gap-4 wrap-anywhere">
          <p className="eyebrow text-gilt">Caribbean-American Experience</p>
          <p className="max-w-[38ch] text-muted">
            Nights out, tailored. Tickets on your phone. The price you see is the price you pay.
          </p>
          <SiteContact />
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
        {/* Keeps its place while the picture waits to be near. */}
        <span className="block aspect-[1624/168]">
          <Wordmark className="w-full" />
        </span>
      </div>
      <div className="measure flex flex-wrap items-center justify-between gap-x-8 gap-y-1 pb-5 text-sm text-muted">
        <p className="py-2">{copyright}</p>
        <InfoLinks />
      </div>
    </footer>
  );
}
