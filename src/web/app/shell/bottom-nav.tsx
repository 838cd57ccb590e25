import { clsx } from "clsx";
import { NavLink } from "react-router";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { adminLink, mainLinks, ticketsLink } from "./nav-links.ts";

/** Phone navigation: five links for everyone, My Tickets for members, Admin for admins. */
export function BottomNav() {
  const { isAuthenticated, isAdmin } = useUser();
  const links = [...mainLinks, ...(isAuthenticated ? [ticketsLink] : []), ...(isAdmin ? [adminLink] : [])];

  return (
    <nav
      aria-label="Bottom"
      className="sticky bottom-0 z-40 border-t border-line bg-page/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden"
    >
      <ul className="mx-auto flex max-w-xl">
        {links.map(({ to, label, Icon, pulses }) => (
          <li key={to} className="flex-auto">
            <NavLink to={to} end={to === "/"} className={bottomLink}>
              <span className="relative">
                <Icon className="size-5.5" strokeWidth={1.75} />
                {pulses && <PulsingDot />}
              </span>
              <span className="font-display text-[0.6875rem] leading-none font-bold tracking-[0.02em] whitespace-nowrap xs:text-[0.8125rem]">
                {label}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const bottomLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "relative flex h-15 flex-col items-center justify-center gap-1.5 before:absolute px-1 before:inset-x-2 before:-top-px before:h-[3px]",
    isActive ? "text-gilt before:bg-gold" : "text-muted hover:text-ink",
  );

function PulsingDot() {
  return (
    <span aria-hidden="true" className="absolute -top-0.5 -right-1 size-2 rounded-full bg-hibiscus">
      <span className="absolute inset-0 animate-ping-soft rounded-full bg-hibiscus" />
    </span>
  );
}
