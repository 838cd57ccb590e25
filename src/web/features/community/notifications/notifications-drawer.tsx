import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Link } from "#web/lib/router.ts";
import type { ReplyOf } from "#contract/calls.ts";
import type { Notification } from "#contract/community/notifications.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { PersonFace } from "#web/features/community/person/person-face.tsx";
import { ShowMore } from "#web/features/community/show-more.tsx";
import { callApi } from "#web/lib/api.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { toast } from "#web/ui/toast.ts";
import { lines, sentenceOf } from "./notification-line.tsx";
import { notificationsQuery, unreadQuery } from "./unread-dot.tsx";

/** The member's notifications, newest first. */
export function NotificationsDrawer({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...notificationsQuery(), refetchOnMount: "always" });
  const markRead = useMarkRead();
  const newest = query.data?.items[0];
  const hasUnread = (query.data?.unread ?? 0) > 0;
  return (
    <Drawer
      title="Notifications"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link
            to={`${paths.myTickets({ section: "account" })}#community`}
            onClick={onClose}
            className="inline-flex min-h-9 items-center text-sm text-muted underline underline-offset-4 hover:text-ink"
          >
            Email settings
          </Link>
          {newest && hasUnread && (
            <Button variant="outline" size="sm" onClick={() => void markRead({ upToId: newest.id })}>
              Mark all as read
            </Button>
          )}
        </div>
      }
    >
      <Loaded query={query} label="Your notifications" className="h-64">
        {(list) =>
          list.items.length === 0 ? (
            <div className="grid gap-2 py-10 text-center">
              <p className="display text-display-sm">All quiet</p>
              <p className="text-sm text-muted">Mentions, replies and news about your events show up here.</p>
            </div>
          ) : (
            <>
              <ul className="-mx-3 grid gap-0.5">
                {list.items.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onOpen={() => {
                      if (!notification.isRead) void markRead({ id: notification.id });
                      onClose();
                    }}
                  />
                ))}
              </ul>
              <ShowMore queryKey={notificationsQuery().queryKey} list={list} read={readMore} what="notifications" />
            </>
          )
        }
      </Loaded>
    </Drawer>
  );
}

const readMore = (cursor: string) => callApi("GET /api/notifications", { query: { cursor } });

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { kind, at, isRead, actor, text, path } = notification;
  const { who, phrase } = sentenceOf(notification);
  const { Icon } = lines[kind];
  return (
    <li>
      <Link
        to={path}
        onClick={onOpen}
        className={clsx(
          "grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 rounded-md px-3 py-3 hover:bg-ink/6",
          !isRead && "bg-gold/10",
        )}
      >
        {who !== null ? (
          <PersonFace person={actor} />
        ) : (
          <span className="grid size-9 place-items-center rounded-full bg-raised text-gilt">
            <Icon className="size-5" />
          </span>
        )}
        <span className="grid gap-0.5">
          <span>
            {who !== null && <strong className="font-semibold">{who}</strong>} {phrase}
          </span>
          {text !== "" && <span className="line-clamp-2 text-sm text-muted">{text}</span>}
          <span className="text-xs text-muted">
            <Moment at={at} relative />
          </span>
        </span>
        {!isRead && (
          <span className="mt-2 size-2.5 rounded-full bg-gold">
            <span className="sr-only">New</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function useMarkRead() {
  const queryClient = useQueryClient();
  const { queryKey } = notificationsQuery();
  type List = ReplyOf<"GET /api/notifications">;
  const change = (next: (now: List) => List) => queryClient.setQueryData(queryKey, (now) => now && next(now));

  async function markRead(which: { id: number } | { upToId: number }) {
    const isMeant = ({ id }: Notification) => ("id" in which ? id === which.id : id <= which.upToId);
    try {
      const { unread } = await callApi("POST /api/notifications/read", { body: which });
      change((now) => ({
        ...now,
        unread,
        items: now.items.map((each) => (isMeant(each) ? { ...each, isRead: true } : each)),
      }));
      queryClient.setQueryData(unreadQuery().queryKey, (now) => now && { ...now, unread });
    } catch {
      toast({ title: "We couldn't mark that as read", tone: "bad" });
    }
  }
  return markRead;
}
