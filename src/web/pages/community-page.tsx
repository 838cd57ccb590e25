import { Suspense } from "react";
import { useNavigate, useSearchParams } from "#web/lib/router.ts";
import { sendKey, numberIn } from "#web/features/community/filter.ts";
import type { PageModule } from "#web/lib/page.ts";
import { useHydrated } from "#web/lib/use-now.ts";
import { lazyDialog, lazyPart } from "#web/ui/lazy-part.tsx";

const PersonDialog = lazyDialog(
  "The card",
  async () => (await import("#web/features/community/person/person-dialog.tsx")).PersonDialog,
);
const SendWaiting = lazyPart(
  "Your draft",
  async () => (await import("#web/features/community/composer/send-waiting.tsx")).SendWaiting,
);
const LeaveDigest = lazyPart(
  "Your email settings",
  async () => (await import("#web/features/community/notifications/leave-digest.tsx")).LeaveDigest,
);

/** The community's path has several pages, each with its own script: the feed, a post, and an event's photos. */
const parts = {
  feed: () => import("./community-feed-page.tsx"),
  post: () => import("./community-post-page.tsx"),
  photos: () => import("./community-photos-page.tsx"),
};
const loaded: Partial<Record<keyof typeof parts, PageModule>> = {};

const partOf = (search: URLSearchParams) => (search.get("post") ? "post" : search.get("photos") ? "photos" : "feed");

async function prepare(search: URLSearchParams): Promise<PageModule> {
  const name = partOf(search);
  return (loaded[name] ??= (await parts[name]()).page);
}

function CommunityPage() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const { Component } = loaded[partOf(search)]!;
  const person = numberIn(search, "person");
  const leaving = numberIn(search, "leave");

  function closePerson() {
    // The card was opened over this page: Back closes it, and the address is the one before.
    if (window.history.state?.idx > 0) return void navigate(-1);
    setSearch(
      (now) => {
        now.delete("person");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return (
    <>
      {isHydrated && search.has(sendKey) && (
        <Suspense>
          <SendWaiting />
        </Suspense>
      )}
      {leaving !== undefined && (
        <Suspense>
          <LeaveDigest id={leaving} secret={search.get("key") ?? ""} />
        </Suspense>
      )}
      <Component key={search.get("post") ?? search.get("photos")} />
      {isHydrated && person !== undefined && <PersonDialog key={person} id={person} onClose={closePerson} />}
    </>
  );
}

export const page: PageModule = {
  Component: CommunityPage,
  prepare,
  load: async (request) => (await prepare(request.search)).load?.(request),
};
