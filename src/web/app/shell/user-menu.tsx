import { Suspense, useEffect, useState } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";
import { avatarLetter, nameLine } from "#web/lib/session-user.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { lazyPart, whenIdle } from "#web/ui/lazy-part.tsx";

const UnreadDot = lazyPart(
  null,
  async () => (await import("#web/features/community/notifications/unread-dot.tsx")).UnreadDot,
);

const loadMenu = () => import("./user-menu-list.tsx").then((module) => module.UserMenuList);

export function UserMenu() {
  const { user, isAuthenticated } = useUser();
  const [isIdle, setIdle] = useState(false);
  // What is new may come after the page.
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!user) return null;
  return (
    <span className="relative">
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
      {isAuthenticated && isIdle && (
        <Suspense>
          <UnreadDot key={user.id} userId={user.id} />
        </Suspense>
      )}
    </span>
  );
}
