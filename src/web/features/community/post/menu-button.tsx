import type { QueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { createContext, use } from "react";
import type { Comment, Post } from "#contract/community.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LazyMenu } from "#web/ui/lazy-menu.tsx";

type MenuContent = {
  kind: "post" | "comment";
  content: Post | Comment;
  /** Its address. */
  path: string;
  onEdit: () => void;
  /** Takes it away once it is deleted or hidden. */
  onGone: (queryClient: QueryClient) => void;
};

const Shown = createContext<MenuContent | undefined>(undefined);
/** What the open menu is about. */
export const useMenuContent = (): MenuContent => use(Shown)!;

const loadMenu = () => import("./content-menu.tsx").then(({ ContentMenu }) => ContentMenu);

/** Opens the menu of a post or a comment. */
export const MenuButton = ({ className, ...about }: MenuContent & { className?: string }) => (
  <Shown value={about}>
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
  </Shown>
);
