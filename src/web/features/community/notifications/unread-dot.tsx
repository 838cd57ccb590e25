import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTopic } from "#web/lib/realtime/use-topic.ts";
import { apiQuery } from "#web/lib/api.ts";

/** Someone who only looks something up costs no connection. */
const followAfterMs = 5000;

/** How many notifications the member hasn't read, at their picture. It follows the realtime channel. */
export function UnreadDot({ userId }: { userId: string | number }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(unreadQuery());
  const [isFollowing, setFollowing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFollowing(true), followAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
    void queryClient.invalidateQueries({ queryKey: notificationsQuery().queryKey });
  };
  useTopic(
    data && isFollowing ? `community.member-${userId}` : undefined,
    { message: readAgain, reset: readAgain },
    data?.position,
  );
  const unread = data?.unread ?? 0;
  return (
    <span className="pointer-events-none absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full border-2 border-page bg-hibiscus px-1 font-text text-2xs leading-none! font-bold text-page empty:hidden">
      {unread > 0 && (
        <>
          <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
          <span className="sr-only">{unread === 1 ? "1 new notification" : `${unread} new notifications`}</span>
        </>
      )}
    </span>
  );
}

/** The newest notifications; later pages are added as they are read. */
export const notificationsQuery = () => apiQuery("GET /api/notifications");

/** How many notifications are unread. */
export const unreadQuery = () => apiQuery("GET /api/notifications/count");
