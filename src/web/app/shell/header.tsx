import { clsx } from "clsx";
import { Link, NavLink } from "react-router";
import { UserMenu } from "#web/features/accounts/user-menu.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { SearchButton } from "#web/features/search/search-button.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { Brand } from "#web/ui/brand.tsx";
import { Button } from "#web/ui/button.tsx";
import { mainLinks, ticketsLink } from "./nav-links.ts";
import { ThemeSwitcher } from "./theme-switcher.tsx";

export function Header() {
  const { user, isAuthenticated } = useUser();
  const links = isAuthenticated ? [...mainLinks, ticketsLink] : mainLinks;

  return (
    <header className="sticky top-0 z-40 border-b border-line bg-page/92 backdrop-blur-md">
      <div className="measure flex h-16 items-center gap-1 sm:gap-2">
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
        <SearchButton />
        <ThemeSwitcher />
        {user ? (
          <UserMenu />
        ) : (
          <Button size="sm" className="ml-1" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
      </div>
    </header>
  );
}

const headerLink = ({ isActive }: { isActive: boolean }) =>
  clsx(
    "relative flex h-16 items-center px-3 font-display text-lg font-bold tracking-[0.04em] uppercase transition-colors after:absolute after:inset-x-3 after:bottom-0 after:h-[3px] after:bg-gold after:transition-transform",
    isActive ? "text-ink after:scale-x-100" : "text-muted after:scale-x-0 hover:text-ink",
  );
