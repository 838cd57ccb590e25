import { EyeOff, Flag, History, Pencil, Shield, Trash2 } from "lucide-react";
import { useState } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useMenuComment } from "./comment-row.tsx";
import { changeComment } from "./threads.ts";

const HistoryDialog = lazyDialog("The edits", async () => (await import("../post/history-dialog.tsx")).HistoryDialog);
const DeleteDialog = lazyDialog("Delete", async () => (await import("../post/delete-dialog.tsx")).DeleteDialog);
const ReportDialog = lazyDialog("The report", async () => (await import("../person/report-dialog.tsx")).ReportDialog);
const HideDialog = lazyDialog("Hide", async () => (await import("../moderation/hide-dialog.tsx")).HideDialog);
const PersonSheet = lazyDialog("Moderation", async () => (await import("../moderation/person-sheet.tsx")).PersonSheet);

type Open = "history" | "delete" | "report" | "hide" | "person";

/** What can be done with a comment. */
export function CommentMenu(menu: LazyMenuProps) {
  const { comment, onEdit } = useMenuComment();
  const { isAuthenticated } = useUser();
  const [open, setOpen] = useState<Open>();
  const { id, postId, you, author, editedAt } = comment;
  const path = `/api/community/comments/${id}`;
  const close = () => setOpen(undefined);
  const removeIt = (queryClient: Parameters<typeof changeComment>[0]) =>
    changeComment(queryClient, postId, id, () => undefined);
  const item = (is: boolean, name: Open, Icon: typeof Flag, label: string) =>
    is && (
      <MenuItem onSelect={() => setOpen(name)}>
        <Icon /> {label}
      </MenuItem>
    );
  const isOthers = isAuthenticated && !you.isAuthor && author !== null;
  if (!isAuthenticated && !editedAt) {
    return (
      <Menu {...menu} label="About this comment">
        <p className="px-3 py-2 text-sm text-muted">Join to reply, react or report.</p>
      </Menu>
    );
  }
  return (
    <>
      <Menu {...menu} label="About this comment">
        {you.canEdit && (
          <MenuItem onSelect={onEdit}>
            <Pencil /> Edit
          </MenuItem>
        )}
        {item(editedAt !== null, "history", History, "See edits")}
        {item(you.canDelete, "delete", Trash2, "Delete")}
        {item(isOthers, "report", Flag, "Report")}
        {item(you.canModerate, "hide", EyeOff, "Hide")}
        {item(you.canModerate && isOthers, "person", Shield, `Moderate ${author?.name ?? ""}`)}
      </Menu>
      {open === "history" && <HistoryDialog path={`${path}/history`} onClose={close} />}
      {open === "delete" && <DeleteDialog what="comment" path={path} onClose={close} onDeleted={removeIt} />}
      {open === "report" && <ReportDialog kind="comment" targetId={id} onClose={close} />}
      {open === "hide" && <HideDialog kind="comment" id={id} onClose={close} onHidden={removeIt} />}
      {open === "person" && author && <PersonSheet id={author.id} onClose={close} />}
    </>
  );
}
