import { useQueryClient } from "@tanstack/react-query";
import { EyeOff, Flag, History, Link2, Pencil, Pin, PinOff, Shield, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Post } from "#contract/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callJson } from "#web/lib/call.ts";
import { paths } from "#web/lib/paths.ts";
import type { LazyMenuProps } from "#web/ui/lazy-menu.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem, MenuLine } from "#web/ui/menu.tsx";
import { toast } from "#web/ui/toast.ts";
import { sayFailed } from "../composer/send.ts";
import { changePost, postPath } from "../queries.ts";
import { useMenuPost } from "./post-card.tsx";
import { share } from "./share.ts";

const EditPost = lazyDialog("The editor", async () => (await import("./edit-dialog.tsx")).EditPost);
const HistoryDialog = lazyDialog("The edits", async () => (await import("./history-dialog.tsx")).HistoryDialog);
const DeleteDialog = lazyDialog("Delete", async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const ReportDialog = lazyDialog("The report", async () => (await import("../person/report-dialog.tsx")).ReportDialog);
const HideDialog = lazyDialog("Hide", async () => (await import("../moderation/hide-dialog.tsx")).HideDialog);
const PersonSheet = lazyDialog("Moderation", async () => (await import("../moderation/person-sheet.tsx")).PersonSheet);

type Open = "edit" | "history" | "delete" | "report" | "hide" | "person";

/** What can be done with a post. */
export function PostMenu(menu: LazyMenuProps) {
  const post = useMenuPost();
  const { isAuthenticated } = useUser();
  const [open, setOpen] = useState<Open>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { id, author, you, editedAt, excerpt, status } = post;
  const close = () => setOpen(undefined);
  const canReport = isAuthenticated && !you.isAuthor && author !== null;
  return (
    <>
      <Menu {...menu} label="About this post">
        {status === "published" && (
          <MenuItem onSelect={() => void share(excerpt.slice(0, 80), paths.community({ post: id }))}>
            <Link2 /> Share link
          </MenuItem>
        )}
        {you.canEdit && (
          <MenuItem onSelect={() => setOpen("edit")}>
            <Pencil /> Edit
          </MenuItem>
        )}
        {editedAt && (
          <MenuItem onSelect={() => setOpen("history")}>
            <History /> See edits
          </MenuItem>
        )}
        {you.canDelete && (
          <MenuItem onSelect={() => setOpen("delete")}>
            <Trash2 /> Delete
          </MenuItem>
        )}
        {canReport && (
          <MenuItem onSelect={() => setOpen("report")}>
            <Flag /> Report
          </MenuItem>
        )}
        {you.canModerate && (
          <>
            <MenuLine />
            <ModeratorItems post={post} onOpen={setOpen} />
          </>
        )}
      </Menu>
      {open === "edit" && <EditPost post={post} onClose={close} />}
      {open === "history" && <HistoryDialog path={`${postPath(id)}/history`} onClose={close} />}
      {open === "delete" && (
        <DeleteDialog
          what="post"
          path={postPath(id)}
          onClose={close}
          onDeleted={(queryClient) => {
            if (search.get("post") === String(id)) void navigate(paths.community(), { replace: true });
            changePost(queryClient, id, () => undefined);
          }}
        />
      )}
      {open === "report" && <ReportDialog kind="post" targetId={id} onClose={close} />}
      {open === "hide" && (
        <HideDialog
          kind="post"
          id={id}
          onClose={close}
          onHidden={(queryClient) => changePost(queryClient, id, () => undefined)}
        />
      )}
      {open === "person" && author && <PersonSheet id={author.id} onClose={close} />}
    </>
  );
}

function ModeratorItems({ post, onOpen }: { post: Post; onOpen: (open: Open) => void }) {
  const queryClient = useQueryClient();
  const { id, isPinned, status, author, you } = post;
  async function pin() {
    try {
      const changed = await callJson<Post>("PUT", `${postPath(id)}/pin`, { body: { isPinned: !isPinned } });
      changePost(queryClient, id, () => changed);
      toast({ title: isPinned ? "Unpinned" : "Pinned to the top", tone: "good" });
    } catch (error) {
      sayFailed("The pin wasn't changed", error);
    }
  }
  async function restore() {
    try {
      const body = { isHidden: false, reason: "Restored by a moderator" };
      await callJson("POST", `/api/community/content/post/${id}`, { body });
      changePost(queryClient, id, (now) => ({ ...now, status: "published", statusReason: null }));
      toast({ title: "Post restored", tone: "good" });
    } catch (error) {
      sayFailed("The post wasn't restored", error);
    }
  }
  return (
    <>
      {status === "published" && (
        <MenuItem onSelect={() => void pin()}>
          {isPinned ? <PinOff /> : <Pin />} {isPinned ? "Unpin" : "Pin to the top"}
        </MenuItem>
      )}
      {status === "hidden" ? (
        <MenuItem onSelect={() => void restore()}>
          <Undo2 /> Restore
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => onOpen("hide")}>
          <EyeOff /> Hide
        </MenuItem>
      )}
      {author && !you.isAuthor && (
        <MenuItem onSelect={() => onOpen("person")}>
          <Shield /> Moderate {author.name}
        </MenuItem>
      )}
    </>
  );
}
