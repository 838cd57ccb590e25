import { LayoutDashboard, LogOut, ScanLine, Ticket } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { readStorage, storageKeys } from "#web/lib/safe-storage.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from "#web/ui/menu.tsx";
import { nameLine } from "./names.ts";
import { useUser } from "./user-provider.tsx";

const GuestLogout = lazyDialog("Log out", async () => (await import("./guest-logout.tsx")).GuestLogout);

/** Every signed-in user sees Admin Dashboard, as the specification requires; the page itself checks access. Staff see Scanner too. */
export function UserMenuList({ trigger, open, onOpenChange }: LazyMenuProps) {
  const { user, isAuthenticated, isAdmin, isModerator, signOut } = useUser();
  const [isAsking, setAsking] = useState(false);
  if (!user) return null;
  // A guest without a ticket loses nothing.
  const mustAsk = () => user.isGuest && readStorage(storageKeys.tickets)?.includes('"status":"valid"') === true;

  return (
    <>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
        <MenuHeading>{nameLine(user)}</MenuHeading>
        <MenuLine />
        {isAuthenticated && (
          <MenuLink>
            <Link to={paths.myTickets()}>
              <Ticket /> My Tickets
            </Link>
          </MenuLink>
        )}
        <MenuLink>
          <Link to={paths.admin()}>
            <LayoutDashboard /> Admin Dashboard
          </Link>
        </MenuLink>
        {(isModerator || isAdmin) && (
          <MenuLink>
            <Link to={paths.ticketScanner()}>
              <ScanLine /> Scanner
            </Link>
          </MenuLink>
        )}
        <MenuItem onSelect={() => (mustAsk() ? setAsking(true) : signOut())}>
          <LogOut /> Logout
        </MenuItem>
      </Menu>
      {isAsking && <GuestLogout onClose={() => setAsking(false)} />}
    </>
  );
}
