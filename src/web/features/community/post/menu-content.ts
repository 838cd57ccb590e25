import type { QueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { Post } from "#contract/community/community.ts";
import type { Comment } from "#contract/community/comments.ts";

export type MenuContent = {
  kind: "post" | "comment";
  content: Post | Comment;
  onEdit: () => void;
  /** Takes it away once it is deleted or hidden. */
  onGone: (queryClient: QueryClient) => void;
};

export const MenuContentContext = createContext<MenuContent | undefined>(undefined);
/** What the open menu is about. */
export const useMenuContent = (): MenuContent => use(MenuContentContext)!;
