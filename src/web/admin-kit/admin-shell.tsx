import { type ReactNode, use, useState } from "react";
import { Page } from "#web/ui/page.tsx";
import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { Link, useLocation } from "#web/lib/router.ts";
import { Drawer } from "#web/ui/drawer.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";
import { type AdminPage, AdminPages } from "./admin-pages.ts";

/**
 * The current admin page; the overview if the URL names a section that doesn't exist. Moderators have no overview: their
 * first page is the only one that /admin shows.
 */
function useCurrentPage(): AdminPage | undefined {
  const { pathname, search } = useLocation();
  const all = use(AdminPages).flatMap(({ pages }) => pages);
  const section = new URLSearchParams(search).get("section");
  return all.find((page) => isAt(page, pathname, section)) ?? all.find((page) => page.to === pathname) ?? all[0];
}

/** Whether a URL belongs to this admin page. */
function isAt(page: AdminPage, pathname: string, section: string | null): boolean {
  const path = page.to.split("?")[0];
  if (path !== pathname) return page.section !== undefined && page.section === section && pathname === "/admin";
  return pathname !== "/admin" || (page.section ?? null) === section;
}

/** Navigation between admin pages: a sidebar on a wide screen, one button above the page on a phone. */
function AdminNav() {
  const current = useCurrentPage();
  return (
    <>
      <nav
        aria-label="Admin"
        className="sticky top-(--head) hidden h-[calc(100dvh-var(--head))] overflow-y-auto border-r border-line bg-panel px-3 py-5 [scrollbar-width:thin] lg:block"
      >
        <NavGroups current={current} />
      </nav>
      <PhoneNav current={current} />
    </>
  );
}

function PhoneNav({ current }: { current: AdminPage | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = current?.Icon;
  return (
    <div data-bar="admin" className="border-b border-line bg-panel lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="measure flex min-h-12 items-center gap-3 text-left focus-visible:outline-offset-[-3px]"
      >
        {Icon && <Icon className="size-5 text-gilt" strokeWidth={1.75} />}
        <span className="grow font-semibold">
          <span className="sr-only">Admin, current page: </span>
          {current?.label}
        </span>
        <ChevronsUpDown className="size-4.5 text-muted" />
      </button>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title="Admin">
        <nav aria-label="Admin">
          <NavGroups current={current} onChoose={() => setOpen(false)} />
        </nav>
      </Drawer>
    </div>
  );
}

function NavGroups({ current, onChoose }: { current: AdminPage | undefined; onChoose?: () => void }) {
  return (
    <div className="grid gap-5">
      {use(AdminPages).map(({ label, pages }) => (
        <div key={label} className="grid gap-1">
          <p className="px-3 text-2xs font-semibold tracking-[0.1em] text-muted uppercase">{label}</p>
          <ul className="max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-2">
            {pages.map((page) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  aria-current={page === current ? "page" : undefined}
                  className={itemStyle(page === current)}
                  {...(onChoose ? { onClick: onChoose } : {})}
                >
                  <page.Icon
                    aria-hidden="true"
                    className={clsx("size-4.5 shrink-0", page === current && "text-gilt")}
                    strokeWidth={1.75}
                  />
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const itemStyle = (isCurrent: boolean) =>
  clsx(
    "relative flex min-h-11 items-center gap-3 rounded-sm px-3 text-[0.9375rem] font-semibold transition-colors focus-visible:outline-offset-[-2px] lg:min-h-9 lg:text-sm",
    isCurrent
      ? "bg-ink/7 text-ink before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-sm before:bg-gold"
      : "text-muted hover:bg-ink/5 hover:text-ink",
  );

type AdminShellProps = {
  title: string;
  description: string;
  /** What the page shows under its title: a figure or a status. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every admin page: navigation to the other pages, the title and the actions. */
export function AdminShell({ title, description, lead, actions, children }: AdminShellProps) {
  return (
    <Page meta={{ title, description, hidden: true }}>
      <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <AdminNav />
        <div className="mx-auto grid w-full max-w-[88rem] grid-cols-[minmax(0,1fr)] content-start gap-5 px-5 pt-6 pb-16 sm:pt-8 lg:px-8">
          <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <div className="grid gap-1.5">
              <h1 className="display text-display-md">{title}</h1>
              {lead && <div className="text-muted">{lead}</div>}
            </div>
            {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
          </header>
          <PartBoundary>{children}</PartBoundary>
        </div>
      </div>
    </Page>
  );
}
