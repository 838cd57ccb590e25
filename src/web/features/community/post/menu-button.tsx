import { Ellipsis } from "lucide-react";
import { IconButton } from "#web/ui/button.tsx";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";
import { type MenuContent, MenuContentContext } from "./menu-content.ts";

const loadMenu = () => import("./content-menu.tsx").then(({ ContentMenu }) => ContentMenu);

/** Opens the menu of a post or a comment. */
export const MenuButton = ({ className, ...about }: MenuContent & { className?: string }) => (
  <MenuContentContext value={about}>
    <LazyMenu
      load={loadMenu}
      trigger={
        <IconButton
          label={`More about this ${about.kind}`}
          Icon={Ellipsis}
          aria-haspopup="menu"
          className={className ?? ""}
        />
      }
    />
  </MenuContentContext>
);
