import { Avatar } from "#web/ui/avatar.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";
import { avatarLetter, nameLine } from "./names.ts";
import { useUser } from "./user-provider.tsx";

const loadMenu = () => import("./user-menu-list.tsx").then((module) => module.UserMenuList);

export function UserMenu() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <LazyMenu
      load={loadMenu}
      trigger={
        <button
          type="button"
          aria-label={`Account: ${nameLine(user)}`}
          aria-haspopup="menu"
          className={buttonStyle("quiet", "icon", "rounded-full!")}
        >
          <Avatar src={user.avatar} letter={avatarLetter(user)} />
        </button>
      }
    />
  );
}
