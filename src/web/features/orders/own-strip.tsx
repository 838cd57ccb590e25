import { Suspense } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import type { PageRequest } from "#web/lib/page.ts";
import { apiQuery } from "#web/lib/api.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const OwnStrips = lazyPart<{ eventId?: number | undefined }>(
  null,
  async () => (await import("./own-strips.tsx")).OwnStrips,
);

/**
 * What a signed-in person, guest or member, finds first on public pages: an unpaid order, and their next event with its
 * code. Visitors load nothing of it, and it is never part of a page that they share.
 *
 * @param eventId the event that the page is about: its tickets come first
 */
export function OwnStrip({ eventId }: { eventId?: number }) {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Suspense fallback={null}>
      <OwnStrips key={user.id} eventId={eventId} />
    </Suspense>
  );
}

/** Reads what the strip shows for the server's HTML, so that it doesn't push the page down later. A failure only hides it. */
export async function readOwnStrip({ user, read }: Pick<PageRequest, "user" | "read">): Promise<void> {
  if (!user || typeof document !== "undefined") return;
  await Promise.allSettled([read(apiQuery("GET /api/my-tickets")), read(apiQuery("GET /api/held-orders"))]);
}
