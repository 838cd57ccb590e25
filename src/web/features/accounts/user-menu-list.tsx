import { LayoutDashboard, LogOut, ScanLine, Ticket } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#web/lib/paths.ts";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from "#web/ui/menu.tsx";
import { nameLine } from "./names.ts";
import { useUser } from "./user-provider.tsx";

/** Every signed-in user sees Admin Dashboard, as the specification requires; the page itself checks access. Staff see Scanner too. */
export function UserMenuList({ trigger, open, onOpenChange }: LazyMenuProps) {
  const { user, isAuthenticated, isAdmin, isModerator, signOut } = useUser();
  if (!user) return null;

  return (
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
      <MenuItem onSelect={() => void signOut()}>
        <LogOut /> Logout
      </MenuItem>
    </Menu>
  );
}
