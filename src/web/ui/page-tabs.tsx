import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "#web/lib/router.ts";
import { PartBoundary } from "./part-boundary.tsx";
import { useScrollFade } from "./use-scroll-fade.ts";

type PageTabsProps = {
  label: string;
  tabs: { to: string; label: string; current: boolean }[];
  /** For the parts of one tab, below the row of tabs. */
  small?: boolean;
  /** What the current tab shows. An error in it leaves the tabs. */
  children?: ReactNode;
};

/** Sections of one page with their own URLs. Looks like Tabs but consists of links. */
export function PageTabs({ children, ...row }: PageTabsProps) {
  return (
    <>
      <TabRow {...row} />
      {children && <PartBoundary>{children}</PartBoundary>}
    </>
  );
}

function TabRow({ label, tabs, small = false }: PageTabsProps) {
  const row = useRef<HTMLElement>(null);
  useScrollFade(row);
  const current = tabs.find((tab) => tab.current)?.to;
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - 56;
  }, [current]);
  return (
    <nav ref={row} data-tabs aria-label={label} className="overflow-x-auto [scrollbar-width:none]">
      <div className={clsx("flex w-max min-w-full", small ? "gap-2" : "gap-6 border-b border-line")}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            aria-current={tab.current ? "page" : undefined}
            className={clsx(
              "inline-flex items-center transition-colors hover:text-ink",
              small
                ? "min-h-11 rounded-sm px-3 text-sm font-semibold md:min-h-9"
                : "display -mb-px min-h-11 border-b-3 text-xl",
              small && tab.current && "bg-ink/8",
              tab.current ? "border-gold text-ink" : "border-transparent text-muted",
            )}
          >
            {tab.label}
          </Link>
        ))}
      </div>
    </nav>
  );
}
