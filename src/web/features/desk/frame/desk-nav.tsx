import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Drawer } from "#web/ui/drawer.tsx";
import { deskGroups, standsAt, type Desk } from "./desks.ts";

/** The desk at which one stands; the overview where an address names a part that is not there. */
export function useCurrentDesk(): Desk | undefined {
  const { pathname, search } = useLocation();
  const all = deskGroups.flatMap(({ desks }) => desks);
  const section = new URLSearchParams(search).get("section");
  return all.find((desk) => standsAt(desk, pathname, section)) ?? all.find((desk) => desk.to === pathname);
}

/** The way between desks: a rail beside the work on a wide screen, one button over it on a phone. */
export function DeskNav() {
  const current = useCurrentDesk();
  return (
    <>
      <nav
        aria-label="Staff desks"
        className="sticky top-16 hidden h-[calc(100dvh-4rem)] overflow-y-auto border-r border-line bg-panel px-3 py-5 [scrollbar-width:thin] lg:block"
      >
        <DeskGroups current={current} />
      </nav>
      <PhoneNav current={current} />
    </>
  );
}

function PhoneNav({ current }: { current: Desk | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = current?.Icon;
  return (
    <div data-bar="desks" className="sticky top-16 z-30 border-b border-line bg-panel lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="measure flex min-h-12 items-center gap-3 text-left focus-visible:outline-offset-[-3px]"
      >
        {Icon && <Icon aria-hidden="true" className="size-5 text-gilt" strokeWidth={1.75} />}
        <span className="grow font-semibold">
          <span className="sr-only">Staff desks, now: </span>
          {current?.label}
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4.5 text-muted" />
      </button>
      <Drawer open={isOpen} onOpenChange={setOpen} title="Staff desks">
        <nav aria-label="Staff desks">
          <DeskGroups current={current} onChoose={() => setOpen(false)} />
        </nav>
      </Drawer>
    </div>
  );
}

function DeskGroups({ current, onChoose }: { current: Desk | undefined; onChoose?: () => void }) {
  return (
    <div className="grid gap-5">
      {deskGroups.map(({ label, desks }) => (
        <div key={label} className="grid gap-1">
          <p className="px-3 text-2xs font-semibold tracking-[0.1em] text-muted uppercase">{label}</p>
          <ul className="max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-2">
            {desks.map((desk) => (
              <li key={desk.to}>
                <Link
                  to={desk.to}
                  aria-current={desk === current ? "page" : undefined}
                  className={deskLink(desk === current)}
                  {...(onChoose ? { onClick: onChoose } : {})}
                >
                  <desk.Icon
                    aria-hidden="true"
                    className={clsx("size-4.5 shrink-0", desk === current && "text-gilt")}
                    strokeWidth={1.75}
                  />
                  {desk.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const deskLink = (isCurrent: boolean) =>
  clsx(
    "relative flex min-h-11 items-center gap-3 rounded-sm px-3 text-[0.9375rem] font-semibold transition-colors focus-visible:outline-offset-[-2px] lg:min-h-9 lg:text-sm",
    isCurrent
      ? "bg-ink/7 text-ink before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-sm before:bg-gold"
      : "text-muted hover:bg-ink/5 hover:text-ink",
  );
