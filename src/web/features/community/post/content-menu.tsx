import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { EyeOff, Flag, History, Pencil, Pin, PinOff, Shield, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { Post } from "#contract/community/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callApi } from "#web/lib/api.ts";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.ts";
import { HideDialog } from "../moderation/hide-dialog.tsx";
import { ReportDialog } from "../person/report-dialog.tsx";
import { changePost } from "../queries.ts";
import { showFailure } from "../say-failed.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { HistoryDialog } from "./history-dialog.tsx";
import { useMenuContent } from "./menu-content.ts";

const PersonSheet = lazyDialog("Moderation", async () => (await import("../moderation/person-sheet.tsx")).PersonSheet);

type Open = "history" | "delete" | "report" | "hide" | "person";

/** What can be done with a post or a comment. */
export function ContentMenu(menu: LazyMenuProps) {
  const { kind, content, onEdit, onGone } = useMenuContent();
  const { isAuthenticated } = useUser();
  const [open, setOpen] = useState<Open>();
  const { id, author, you, editedAt, status } = content;
  const close = () => setOpen(undefined);
  const isOthers = isAuthenticated && !you.isAuthor && author !== null;
  const item = (is: boolean, name: Open, Icon: typeof Flag, label: string) =>
    is && (
      <MenuItem onSelect={() => setOpen(name)}>
        <Icon /> {label}
      </MenuItem>
    );
  const gone = (queryClient: QueryClient) => onGone(queryClient);
  return (
    <>
      <Menu {...menu} label={`About this ${kind}`}>
        {!isAuthenticated && <p className="px-3 py-2 text-sm text-muted">Join to reply, react or report.</p>}
        {you.canEdit && (
          <MenuItem onSelect={onEdit}>
            <Pencil /> Edit
          </MenuItem>
        )}
        {item(isAuthenticated && editedAt !== null, "history", History, "See edits")}
        {item(you.canDelete, "delete", Trash2, "Delete")}
        {item(isOthers, "report", Flag, "Report")}
        {you.canModerate && (
          <>
            <MenuLine />
            {"isPinned" in content && <PostItems post={content} />}
            {item(status !== "hidden", "hide", EyeOff, "Hide")}
            {item(isOthers, "person", Shield, `Moderate ${author?.name ?? ""}`)}
          </>
        )}
      </Menu>
      {open === "history" && <HistoryDialog kind={kind} id={id} canModerate={you.canModerate} onClose={close} />}
      {open === "delete" && <DeleteDialog what={kind} id={id} onClose={close} onDeleted={gone} />}
      {open === "report" && <ReportDialog kind={kind} targetId={id} onClose={close} />}
      {open === "hide" && <HideDialog kind={kind} id={id} onClose={close} onHidden={gone} />}
      {open === "person" && author && <PersonSheet id={author.id} onClose={close} />}
    </>
  );
}

/** What moderators can do with posts only. */
function PostItems({ post: { id, isPinned, status } }: { post: Post }) {
  const queryClient = useQueryClient();
  const params = { id };
  async function act(doneText: string, work: () => Promise<Partial<Post>>) {
    try {
      const changed = await work();
      changePost(queryClient, id, (post) => ({ ...post, ...changed }));
      toast({ title: doneText, tone: "good" });
    } catch (error) {
      showFailure("That didn't work", error);
    }
  }
  const pin = () =>
    act(isPinned ? "Unpinned" : "Pinned to the top", () =>
      callApi("PUT /api/community/posts/{id}/pin", { params, body: { isPinned: !isPinned } }),
    );
  const restore = () =>
    act("Post restored", async () => {
      const body = { isHidden: false, reason: "Restored by a moderator" };
      await callApi("POST /api/community/content/{kind}/{id}", { params: { kind: "post", id }, body });
      return { status: "published", statusReason: null };
    });
  return (
    <>
      {status === "published" && (
        <MenuItem onSelect={() => void pin()}>
          {isPinned ? <PinOff /> : <Pin />} {isPinned ? "Unpin" : "Pin to the top"}
        </MenuItem>
      )}
      {status === "hidden" && (
        <MenuItem onSelect={() => void restore()}>
          <Undo2 /> Restore
        </MenuItem>
      )}
    </>
  );
}
