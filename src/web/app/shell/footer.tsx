import { Link } from "react-router";
import { useSite } from "#web/lib/site.ts";
import { Wordmark } from "#web/ui/brand.tsx";
import { mainLinks } from "./nav-links.ts";

export function Footer() {
  const year = useSite().renderedAt.slice(0, 4);
  return (
    <footer className="pinstripe mt-24 overflow-hidden border-t border-line">
      <div className="measure grid gap-10 py-14 md:grid-cols-[1fr_auto]">
        <div className="grid content-start gap-4">
          <p className="eyebrow text-gilt">Caribbean-American Experience</p>
          <p className="max-w-[38ch] text-muted">
            Nights out, tailored. Tickets on your phone, the price you see is the price you pay.
          </p>
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
      <p className="measure pb-6 text-sm text-muted">© {year} Savage Gentlemen Lifestyle · SGX Media</p>
    </footer>
  );
}
