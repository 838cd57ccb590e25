import { useQuery } from "@tanstack/react-query";
import { Bell, CircleUserRound, LayoutDashboard, LogOut, ScanLine, Ticket } from "lucide-react";
import { useState } from "react";
import { Link } from "#web/lib/router.ts";
import { unreadQuery } from "#web/features/community/notifications/unread-dot.tsx";
import { paths } from "#web/lib/paths.ts";
import { readStorage, storageKeys } from "#web/lib/safe-storage.ts";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from "#web/ui/menu.tsx";
import { nameLine } from "#web/lib/session-user.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";

const GuestLogout = lazyDialog(
  "Log out",
  async () => (await import("#web/features/accounts/guest-logout.tsx")).GuestLogout,
);

const NotificationsDrawer = lazyDialog(
  "Your notifications",
  async () => (await import("#web/features/community/notifications/notifications-drawer.tsx")).NotificationsDrawer,
);

/** Every signed-in user sees Admin Dashboard, as the specification requires; the page itself checks access. Staff see Scanner too. */
export function UserMenuList({ trigger, open, onOpenChange }: LazyMenuProps) {
  const { user, isAuthenticated, canScan, signOut } = useUser();
  const [isAsking, setAsking] = useState(false);
  const [isReading, setReading] = useState(false);
  const { data } = useQuery({ ...unreadQuery(), enabled: isAuthenticated });
  const unread = data?.unread ?? 0;
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
        {isAuthenticated && (
          <MenuLink>
            <Link to={paths.myTickets({ section: "account" })}>
              <CircleUserRound /> Account
            </Link>
          </MenuLink>
        )}
        {isAuthenticated && (
          <MenuItem onSelect={() => setReading(true)}>
            <Bell /> Notifications
            {unread > 0 && <span className="ml-auto font-semibold text-gilt tabular-nums">{unread}</span>}
          </MenuItem>
        )}
        <MenuLink>
          <Link to={paths.admin()}>
            <LayoutDashboard /> Admin Dashboard
          </Link>
        </MenuLink>
        {canScan && (
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
      {isReading && <NotificationsDrawer onClose={() => setReading(false)} />}
      {isAsking && <GuestLogout onClose={() => setAsking(false)} />}
    </>
  );
}
