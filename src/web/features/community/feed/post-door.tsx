import { ImagePlus } from "lucide-react";
import { Suspense, useEffect } from "react";
import { avatarLetter } from "#web/lib/session-user.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import type { CommunityFilter } from "#web/lib/paths.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { lazyPart, whenIdle } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { useDoor } from "../composer/drafts.ts";

const NewPost = lazyPart("The text field", async () => (await import("../composer/new-post.tsx")).NewPost);

/** Opens the field for a new post. A draft of an earlier visit is there at once. */
export function PostDoor({ filter }: { filter: CommunityFilter }) {
  const { user, isAuthenticated } = useUser();
  // A visitor who types right away must not wait for the field.
  useEffect(() => whenIdle(fetchAhead), []);
  const { door, isOpen, isPressed, setPressed } = useDoor("post");
  return (
    <section aria-label="Write a post" className="flex gap-3 [&>:last-child]:min-w-0 [&>:last-child]:grow">
      {user && isAuthenticated && (
        <Avatar src={user.avatar} letter={avatarLetter(user)} className="size-11! text-2xl! max-sm:hidden" />
      )}
      {isOpen ? (
        <div className="rounded-lg border border-edge bg-raised p-4 focus-within:border-gold">
          <Suspense fallback={<Skeleton className="h-36" />}>
            <NewPost shown={filter} focusFirst={isPressed} onDone={() => setPressed(false)} />
          </Suspense>
        </div>
      ) : (
        <button
          ref={door}
          type="button"
          onClick={() => setPressed(true)}
          className="flex min-h-14 cursor-text items-center justify-between gap-3 rounded-lg border border-edge bg-raised px-4 text-left text-lg text-muted transition-colors hover:border-ink"
        >
          What's the word? <ImagePlus className="size-5.5 text-gilt" />
        </button>
      )}
    </section>
  );
}

const fetchAhead = () => void import("../composer/new-post.tsx").catch(() => undefined);
