import { postLimits } from "#contract/community/fields.ts";
import { Composer } from "../composer/composer.tsx";
import { discardDraft, storeDraft, useDraft } from "../composer/drafts.ts";
import { joinToSend, type Outgoing, useSend } from "../composer/send.ts";

type CommentFormProps = {
  postId: number;
  /** The comment that is answered; null for one on the post. */
  parentId: number | null;
  /** Whom a reply to a reply mentions first. */
  toHandle?: string | undefined;
  focusFirst?: boolean;
  onDone: () => void;
};

/** Writes a comment or a reply. */
export function CommentForm({ postId, parentId, toHandle, focusFirst = true, onDone }: CommentFormProps) {
  const key = parentId === null ? `comment:${postId}` : `reply:${parentId}`;
  const draft = useDraft(key);
  const text = draft?.text ?? (toHandle ? `@${toHandle} ` : "");
  const send = useSend();
  const outgoing = (written: string): Outgoing => ({ kind: "comment", postId, body: { text: written, parentId } });
  return (
    <Composer
      label={parentId === null ? "Your comment" : "Your reply"}
      placeholder={parentId === null ? "Add a comment" : "Write a reply"}
      value={text}
      onChange={(next) => storeDraft(key, { text: next })}
      maxLength={postLimits.comment}
      action={parentId === null ? "Comment" : "Reply"}
      joinAction="Join to reply"
      focusFirst={focusFirst}
      onSend={async (written) => {
        await send(key, outgoing(written.text));
        onDone();
      }}
      onJoin={(written) => joinToSend(key, { text }, outgoing(written.text))}
      onCancel={() => {
        discardDraft(key);
        onDone();
      }}
    />
  );
}
