import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { postLimits } from "#contract/community/fields.ts";
import type { PostEvent } from "#contract/community/community.ts";
import type { CommunityFilter } from "#web/lib/paths.ts";
import { topicsQuery } from "../queries.ts";
import { Composer } from "./composer.tsx";
import { discardDraft, storeDraft, useDraft } from "./drafts.ts";
import { joinToSend, type Outgoing, useSend } from "./send.ts";

type NewPostProps = {
  /** The feed that is shown, whose event is chosen first. */
  shown: CommunityFilter;
  focusFirst: boolean;
  onDone: () => void;
};

/** Writes a new post, about an event or about anything. */
export function NewPost({ shown, focusFirst, onDone }: NewPostProps) {
  const draft = useDraft("post");
  const { data: topics } = useQuery(topicsQuery());
  const send = useSend();
  const text = draft?.text ?? "";
  const eventId = draft?.eventId === undefined ? (shown.event ?? null) : draft.eventId;
  const event = topics?.items.find((topic) => topic.event.id === eventId)?.event;
  const outgoing = (written: { text: string; images: { pictureId: number; alt: string }[] }): Outgoing => ({
    kind: "post",
    body: { ...written, eventId },
    shown,
  });
  return (
    <Composer
      label="Your post"
      placeholder="What's the word?"
      value={text}
      onChange={(next) => storeDraft("post", { text: next, eventId })}
      maxLength={postLimits.text}
      action="Post"
      joinAction="Join to post"
      hasImages
      focusFirst={focusFirst}
      usualAlt={event ? `Photo about ${event.title}` : "Photo"}
      onSend={async (written) => {
        await send("post", outgoing(written));
        onDone();
      }}
      onJoin={(written) => joinToSend("post", { text, eventId }, outgoing(written))}
      onCancel={() => {
        discardDraft("post");
        onDone();
      }}
    >
      <label className="flex min-w-0 items-center gap-1 rounded-sm text-sm font-semibold focus-within:outline-2 focus-within:outline-gilt hover:text-gilt">
        <MapPin aria-hidden="true" className="size-4.5 shrink-0 text-gilt" />
        <span className="sr-only">About</span>
        <select
          value={eventId ?? ""}
          onChange={(e) => storeDraft("post", { text, eventId: e.target.value === "" ? null : Number(e.target.value) })}
          className="min-h-9 max-w-40 cursor-pointer truncate bg-transparent outline-none sm:max-w-56"
        >
          <option value="">General</option>
          {topics?.items.map((topic) => (
            <option key={topic.event.id} value={topic.event.id}>
              {topic.event.title}
            </option>
          ))}
        </select>
      </label>
    </Composer>
  );
}

type WallUploadProps = { event: PostEvent; onDone: () => void };

/** Sends photos to an event's wall. They show once a moderator has approved them. */
export function WallUpload({ event, onDone }: WallUploadProps) {
  const key = `wall:${event.id}`;
  const text = useDraft(key)?.text ?? "";
  const send = useSend();
  return (
    <Composer
      label="Caption"
      placeholder="Caption (optional)"
      value={text}
      onChange={(next) => storeDraft(key, { text: next })}
      maxLength={postLimits.text}
      action="Send photos"
      joinAction="Join to send"
      hasImages
      needsImage
      usualAlt={`Photo from ${event.title}`}
      onSend={async (written) => {
        await send(key, { kind: "post", body: { ...written, eventId: event.id, isForWall: true } });
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
