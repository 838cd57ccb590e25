import type { ReactNode } from "react";
import { Link, useLocation } from "#web/lib/router.ts";
import type { InfoName } from "#contract/settings/info-sheets.ts";
import { countingSheet, infoLabels, withInfo } from "#web/lib/info-sheets.ts";
import { useSite } from "#web/lib/site.ts";

/** Set on the history entry of a sheet that a link opened: closing the sheet then goes back. */
export type InfoState = { isInfo: true };

const linkStyle =
  "inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline";

type InfoLinkProps = { name: InfoName; children?: ReactNode; className?: string };

/** A link that opens an info sheet on top of this page; nothing if the sheet has no text. */
export function InfoLink({
  name,
  children = infoLabels[name],
  className = "font-semibold text-gilt underline underline-offset-4",
}: InfoLinkProps) {
  const { search } = useLocation();
  if (!useSite().settings.info.includes(name)) return null;
  return (
    <Link
      to={`?${withInfo(search, name)}`}
      state={{ isInfo: true } satisfies InfoState}
      preventScrollReset
      className={className}
    >
      {children}
    </Link>
  );
}

/** Links to all info sheets that have a text, and to how visits are counted, for the footer. */
export function InfoLinks() {
  const { info } = useSite().settings;
  const { search } = useLocation();
  return (
    <nav aria-label="Policies and contact">
      <ul className="flex flex-wrap gap-x-6">
        {info.map((name) => (
          <li key={name}>
            <InfoLink name={name} className={linkStyle} />
          </li>
        ))}
        <li>
          <Link
            to={`?${withInfo(search, countingSheet.name)}`}
            state={{ isInfo: true } satisfies InfoState}
            preventScrollReset
            className={linkStyle}
          >
            {countingSheet.label}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
