import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Drawer } from "#web/ui/drawer.tsx";
import { adminNavGroups, standsAt, type AdminNavItem } from "./admin-nav-items.ts";

/** The current admin page; the overview if the URL names a section that doesn't exist. */
export function useCurrentNavItem(): AdminNavItem | undefined {
  const { pathname, search } = useLocation();
  const all = adminNavGroups.flatMap(({ items }) => items);
  const section = new URLSearchParams(search).get("section");
  return all.find((item) => standsAt(item, pathname, section)) ?? all.find((item) => item.to === pathname);
}

/** Navigation between admin pages: a sidebar on a wide screen, one button above the page on a phone. */
export function AdminNav() {
  const current = useCurrentNavItem();
  return (
    <>
      <nav
        aria-label="Admin"
        className="sticky top-16 hidden h-[calc(100dvh-4rem)] overflow-y-auto border-r border-line bg-panel px-3 py-5 [scrollbar-width:thin] lg:block"
      >
        <NavGroups current={current} />
      </nav>
      <PhoneNav current={current} />
    </>
  );
}

function PhoneNav({ current }: { current: AdminNavItem | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = current?.Icon;
  return (
    <div data-bar="admin" className="sticky top-16 z-30 border-b border-line bg-panel lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="measure flex min-h-12 items-center gap-3 text-left focus-visible:outline-offset-[-3px]"
      >
        {Icon && <Icon aria-hidden="true" className="size-5 text-gilt" strokeWidth={1.75} />}
        <span className="grow font-semibold">
          <span className="sr-only">Admin, current page: </span>
          {current?.label}
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4.5 text-muted" />
      </button>
      <Drawer open={isOpen} onOpenChange={setOpen} title="Admin">
        <nav aria-label="Admin">
          <NavGroups current={current} onChoose={() => setOpen(false)} />
        </nav>
      </Drawer>
    </div>
  );
}

function NavGroups({ current, onChoose }: { current: AdminNavItem | undefined; onChoose?: () => void }) {
  return (
    <div className="grid gap-5">
      {adminNavGroups.map(({ label, items }) => (
        <div key={label} className="grid gap-1">
          <p className="px-3 text-2xs font-semibold tracking-[0.1em] text-muted uppercase">{label}</p>
          <ul className="max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-2">
            {items.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  aria-current={item === current ? "page" : undefined}
                  className={itemStyle(item === current)}
                  {...(onChoose ? { onClick: onChoose } : {})}
                >
                  <item.Icon
                    aria-hidden="true"
                    className={clsx("size-4.5 shrink-0", item === current && "text-gilt")}
                    strokeWidth={1.75}
                  />
                  {item.label}
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
