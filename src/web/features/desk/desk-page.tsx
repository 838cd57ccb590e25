import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { Page } from "#web/ui/page.tsx";

const desks = [
  { to: paths.admin(), label: "Overview" },
  { to: paths.analytics(), label: "Analytics" },
  { to: paths.ticketManagement(), label: "Tickets" },
  { to: paths.freeTickets(), label: "Free tickets" },
  { to: paths.userManagement(), label: "People" },
  { to: paths.emailManagement(), label: "E-mail" },
  { to: paths.ticketScanner(), label: "Scanner" },
];

export type DeskPageProps = {
  title: string;
  description: string;
  /** What the page says about itself under its name: a figure, a state. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every staff page: the way to the other desks, its name, what can be done on it. */
export function DeskPage({ title, description, lead, actions, children }: DeskPageProps) {
  return (
    <Page meta={{ title, description, hidden: true }}>
      <DeskNav />
      <div className="measure grid gap-5 pt-6 pb-16 sm:pt-8">
        <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="grid gap-1.5">
            <h1 className="display text-display-md">{title}</h1>
            {lead && <div className="text-muted">{lead}</div>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
        {children}
      </div>
    </Page>
  );
}

function DeskNav() {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - 24;
  }, []);
  return (
    <nav aria-label="Staff desks" className="border-b border-line bg-panel">
      <div ref={row} className="measure relative flex gap-1 overflow-x-auto [scrollbar-width:none]">
        {desks.map(({ to, label }) => (
          <NavLink key={to} to={to} className={deskLink}>
            {label}
          </NavLink>
        ))}
      </div>
    </nav>
  );
}

const deskLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "flex min-h-11 shrink-0 items-center border-b-3 px-3 pt-0.5 text-sm font-semibold whitespace-nowrap transition-colors first:-ml-3 focus-visible:outline-offset-[-3px]",
    isActive ? "border-gold text-ink" : "border-transparent text-muted hover:text-ink",
  );
