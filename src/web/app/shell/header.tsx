import { CartButton } from "#web/features/carts/cart-button.tsx";
import { UserMenu } from "./user-menu.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { SearchButton } from "#web/features/search/search-button.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Brand } from "#web/ui/brand.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";
import { clsx } from "clsx";
import { SunMoon, CalendarDays, House, Radio, ScanLine, ShieldCheck, ShoppingBag, Ticket, Users } from "lucide-react";
import { Link, NavLink, useLocation } from "#web/lib/router.ts";

export const mainLinks = [
  { to: paths.home(), label: "Home", Icon: House },
  { to: paths.events(), label: "Events", Icon: CalendarDays },
  { to: paths.shop(), label: "Shop", Icon: ShoppingBag },
  { to: paths.live(), label: "Live", Icon: Radio },
  { to: paths.community(), label: "Community", Icon: Users },
];

/** Only for signed-in users who are not guests. */
const ticketsLink = { to: paths.myTickets(), label: "My Tickets", Icon: Ticket };

/** In the bottom navigation, only for role admin. */
const adminLink = { to: paths.admin(), label: "Admin", Icon: ShieldCheck };

/** In the bottom navigation, for moderators and whoever has a grant for the door: it is their work. */
const scannerLink = { to: paths.ticketScanner(), label: "Scanner", Icon: ScanLine };

/** Where the search finds what staff may open. */
const staffPath = /^\/(admin|analytics|[a-z]+-management|free-tickets|ticket-scanner)$/;

export function Header() {
  const { user, isAuthenticated, isAdmin, isModerator } = useUser();
  const { pathname } = useLocation();
  const isStaffPage = (isAdmin || isModerator) && staffPath.test(pathname);
  const loadPlaces = async () => (await (await import("#web/pages/staff-pages.ts")).loadPlaces()).placesFor(user);
  const links = isAuthenticated ? [...mainLinks, ticketsLink] : mainLinks;

  return (
    <header className="sticky top-0 z-40 border-b border-line bg-page/92 backdrop-blur-md">
      <div className="measure site-bar flex h-(--head) items-center gap-2 max-xs:[--measure-margin:0.75rem]">
        <Link to="/" className="mr-auto flex min-h-11 items-center lg:mr-8">
          <Brand />
        </Link>
        <nav aria-label="Main" className="mr-auto hidden gap-1 lg:flex">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end={to === "/"} className={headerLink}>
              {label}
            </NavLink>
          ))}
        </nav>
        <SearchButton loadPlaces={isStaffPage ? loadPlaces : undefined} />
        <CartButton />
        <LazyMenu load={loadMenu} trigger={<IconButton label="Theme" Icon={SunMoon} aria-haspopup="menu" />} />
        {user ? (
          <UserMenu />
        ) : (
          <Button size="sm" className="max-xs:px-2!" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
      </div>
    </header>
  );
}

const headerLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "relative flex h-(--head) items-center px-3 font-display text-lg font-bold tracking-[0.04em] uppercase transition-colors after:absolute after:inset-x-3 after:bottom-0 after:h-[3px] after:bg-gold after:transition-transform",
    isActive ? "text-ink after:scale-x-100" : "text-muted after:scale-x-0 hover:text-ink",
  );

/** `shown` ends after the ring's last step, when it can't be seen. */
const pulseMs = { shown: 400, every: 3600 };

/**
 * Stops the dot's animation while nothing of it moves: the browser would draw sixty frames a second for as long as the page is
 * open. It goes on for ever without scripts.
 */
function restBetweenPulses(dot: HTMLElement | null) {
  const pulse = dot?.getAnimations?.()[0];
  // Who prefers calm has none that repeats.
  if (pulse?.effect?.getComputedTiming().iterations !== Infinity) return undefined;
  const rest = () => {
    pulse.pause();
    pulse.currentTime = pulseMs.shown;
  };
  const timer = setInterval(() => {
    pulse.currentTime = 0;
    pulse.play();
    setTimeout(rest, pulseMs.shown);
  }, pulseMs.every);
  rest();
  return () => clearInterval(timer);
}

/**
 * Phone navigation: five links for everyone, My Tickets for members, Scanner for door staff, Admin for admins. Makes room
 * for the checkout's pay button.
 */
export function BottomNav() {
  const { isAuthenticated, isAdmin, canScan } = useUser();
  const { isLive } = useSite().settings;
  const links = [
    ...mainLinks,
    ...(isAuthenticated ? [ticketsLink] : []),
    ...(canScan && !isAdmin ? [scannerLink] : []),
    ...(isAdmin ? [adminLink] : []),
  ];

  return (
    <nav
      aria-label="Bottom"
      className="sticky bottom-0 z-40 border-t border-line bg-page/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden [html:has([data-bar=pay])_&]:hidden"
    >
      <ul className="site-bar mx-auto flex max-w-xl">
        {links.map(({ to, label, Icon }) => (
          <li key={to} className="flex-auto">
            <NavLink to={to} end={to === "/"} className={bottomLink}>
              <span className="relative">
                <Icon className="size-5.5" strokeWidth={1.75} />
                {to === paths.live() && (
                  <span aria-hidden="true" className="absolute -top-0.5 -right-1 size-2 rounded-full bg-hibiscus">
                    <span
                      ref={restBetweenPulses}
                      className="absolute inset-0 animate-ping-soft rounded-full bg-hibiscus"
                    />
                  </span>
                )}
              </span>
              <span className="font-display text-[calc(var(--bar-unit)*2.75)] leading-none font-bold tracking-[0.02em] whitespace-nowrap xs:text-[calc(var(--bar-unit)*3.25)]">
                {label}
              </span>
              {/* The dot always pulses, so it says nothing; this does. */}
              {to === paths.live() && isLive && <span className="sr-only">: live now</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const bottomLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "relative flex h-(--foot) flex-col items-center justify-center gap-1.5 before:absolute px-1 before:inset-x-2 before:-top-px before:h-[3px]",
    isActive ? "text-gilt before:bg-gold" : "text-muted hover:text-ink",
  );

const loadMenu = () => import("./theme-menu.tsx").then((module) => module.ThemeMenu);
