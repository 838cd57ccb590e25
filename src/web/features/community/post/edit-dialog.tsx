import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { postLimits } from "#contract/community/fields.ts";
import type { Post } from "#contract/community/community.ts";
import type { Comment } from "#contract/community/comments.ts";
import { callApi } from "#web/lib/api.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { Composer } from "../composer/composer.tsx";
import { changePost } from "../queries.ts";
import { changeComment } from "../thread/threads.ts";

/** Edits one's own post; its earlier versions stay visible. */
export function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(post.text ?? "");
  return (
    <Dialog
      title="Edit post"
      description="People can see that you edited it, and what it said."
      roomy
      onClose={onClose}
    >
      <Composer
        label="Your post"
        placeholder="What's the word?"
        value={text}
        onChange={setText}
        maxLength={postLimits.text}
        action="Save"
        joinAction="Join to save"
        hasImages
        formerImages={post.images}
        onSend={async (written) => {
          const body = { ...written, version: post.version };
          const changed = await callApi("PATCH /api/community/posts/{id}", { params: { id: post.id }, body });
          changePost(queryClient, post.id, () => changed);
          toast({ title: "Post saved", tone: "good" });
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** Edits one's own comment. */
export function EditComment({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(comment.text ?? "");
  return (
    <Composer
      label="Your comment"
      placeholder="Your comment"
      value={text}
      onChange={setText}
      maxLength={postLimits.comment}
      action="Save"
      joinAction="Join to save"
      onSend={async (written) => {
        const body = { text: written.text, version: comment.version };
        const changed = await callApi("PATCH /api/community/comments/{id}", { params: { id: comment.id }, body });
        changeComment(queryClient, comment.postId, comment.id, () => changed);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
