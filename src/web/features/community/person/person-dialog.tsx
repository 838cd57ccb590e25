import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ban, Flag, Shield, VolumeX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "#web/lib/router.ts";
import type { PublicPerson, Relation } from "#contract/community/people.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { dateParts, formatShortDate } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";
import { showFailure } from "../say-failed.ts";
import { countOf } from "../labels.ts";
import { TeamBadge } from "../post/post-card.tsx";
import { personQuery, refreshCommunity } from "../queries.ts";
import { PersonFace } from "./person-face.tsx";
import { ReportDialog } from "./report-dialog.tsx";

const PersonSheet = lazyDialog("Moderation", async () => (await import("../moderation/person-sheet.tsx")).PersonSheet);

/** A member's public card. */
export function PersonDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...personQuery(id), refetchOnMount: "always" });
  const isUnknown = error instanceof CallError && error.status === 404;
  return (
    <Dialog title={data?.person.name ?? (error ? "Member" : "One moment")} onClose={onClose} focusSelf={!data}>
      {data ? (
        <Card person={data} />
      ) : isUnknown ? (
        <p className="text-muted">We can't find this member.</p>
      ) : error ? (
        <Callout tone="bad" title="This card didn't load">
          <Button variant="outline" size="sm" className="mt-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      ) : (
        <Skeleton className="h-48" />
      )}
    </Dialog>
  );
}

function Card({ person: view }: { person: PublicPerson }) {
  const { person, joinedAt, postCount, followerCount, you } = view;
  const zone = useBrandZone();
  const details = [
    joinedAt && `Joined ${formatShortDate(joinedAt, zone).replace(/ \d+,/, "")}`,
    countOf(postCount, "post"),
    countOf(followerCount, "follower"),
  ];
  return (
    <div className="grid gap-6">
      <div className="flex items-center gap-4">
        <PersonFace person={person} className="size-20! text-4xl! ring-2 ring-gold ring-offset-4 ring-offset-panel" />
        <div className="grid gap-1">
          <p className="flex flex-wrap items-center gap-2 text-muted">
            @{person.handle} {person.badge === "staff" && <TeamBadge />}
          </p>
          <p className="text-sm text-muted">{details.filter(Boolean).join(" · ")}</p>
          {you.isFollower && <p className="text-sm font-semibold text-sea">Follows you</p>}
        </div>
      </div>
      <Badges view={view} />
      <div className="flex flex-wrap gap-2">
        {you.isYou ? (
          <LinkButton variant="outline" size="sm" to={`${paths.myTickets({ section: "account" })}#community`}>
            Edit what others see
          </LinkButton>
        ) : (
          <FollowButton view={view} />
        )}
        {postCount > 0 && (
          <LinkButton variant="outline" size="sm" to={paths.community({ author: person.id })}>
            See posts
          </LinkButton>
        )}
      </div>
      {!you.isYou && <Distance view={view} />}
    </div>
  );
}

/** The events that a member was admitted to. */
function Badges({ view: { badges, badgeCount } }: { view: PublicPerson }) {
  if (!badges || badges.length === 0) return null;
  const more = (badgeCount ?? badges.length) - badges.length;
  return (
    <section aria-labelledby="was-there" className="grid gap-2">
      <h3 id="was-there" className="eyebrow text-gilt">
        Was there
      </h3>
      <ul className="flex flex-wrap gap-2">
        {badges.map(({ event }) => {
          const { month, day, year } = dateParts(event.startsAt, event.timeZone);
          return (
            <li key={event.id}>
              <Link
                to={paths.event(event)}
                className="flex min-h-10 items-center gap-2 rounded-sm border border-line bg-page px-3 hover:border-gold"
              >
                <span className="font-display text-lg leading-none font-bold uppercase">{event.title}</span>
                <span className="text-sm text-muted">
                  {month} {day}, {year}
                </span>
              </Link>
            </li>
          );
        })}
        {more > 0 && <li className="self-center text-sm text-muted">and {more} more</li>}
      </ul>
    </section>
  );
}

/** Changes what the visitor and the member are to each other, and shows it at once. */
function useRelate(view: PublicPerson) {
  const queryClient = useQueryClient();
  const params = { id: view.person.id };
  return async (send: (params: { id: number }) => Promise<Relation>, doneText: string) => {
    try {
      const you = await send(params);
      queryClient.setQueryData(personQuery(params.id).queryKey, (now) => now && { ...now, you });
      toast({ title: doneText, tone: "good" });
      // What one sees changes with whom one follows, mutes or blocks.
      await refreshCommunity(queryClient);
    } catch (error) {
      showFailure("That didn't work", error);
    }
  };
}

function FollowButton({ view }: { view: PublicPerson }) {
  const relate = useRelate(view);
  const { isAuthenticated } = useUser();
  const { person, you } = view;
  if (!isAuthenticated) {
    return (
      <Button size="sm" onClick={() => openAuth({ tab: "register", redirect: location.pathname + location.search })}>
        Join to follow
      </Button>
    );
  }
  if (you.isBlocked || (!you.canFollow && !you.isFollowing)) return null;
  const next = !you.isFollowing;
  return (
    <Button
      size="sm"
      variant={you.isFollowing ? "outline" : "gold"}
      aria-pressed={you.isFollowing}
      onClick={() =>
        void relate(
          (params) => callApi("PUT /api/community/people/{id}/follow", { params, body: { isFollowing: next } }),
          next ? `You follow ${person.name}` : `You unfollowed ${person.name}`,
        )
      }
    >
      {you.isFollowing ? "Following" : "Follow"}
    </Button>
  );
}

/** The ways to keep someone away, and what moderators can do. */
function Distance({ view }: { view: PublicPerson }) {
  const relate = useRelate(view);
  const { isAuthenticated, isModerator, isAdmin } = useUser();
  const [open, setOpen] = useState<"report" | "moderate">();
  const { person, you } = view;
  if (!isAuthenticated) return null;
  const item = (label: string, icon: ReactNode, onPress: () => void) => (
    <button
      type="button"
      onClick={onPress}
      className="flex min-h-10 items-center gap-2 rounded-sm px-2 text-sm font-semibold text-muted hover:bg-ink/8 hover:text-ink [&>svg]:size-4.5"
    >
      {icon} {label}
    </button>
  );
  return (
    <div className="-mx-2 -mb-2 flex flex-wrap gap-x-1 border-t border-line pt-3">
      {!you.isBlocked &&
        item(
          you.isMuted ? "Unmute" : "Mute",
          <VolumeX />,
          () =>
            void relate(
              (params) => callApi("PUT /api/community/people/{id}/mute", { params, body: { isMuted: !you.isMuted } }),
              you.isMuted ? `You'll see ${person.name} again` : `You won't see ${person.name} in your feed`,
            ),
        )}
      {item(
        you.isBlocked ? "Unblock" : "Block",
        <Ban />,
        () =>
          void relate(
            (params) =>
              callApi("PUT /api/community/people/{id}/block", { params, body: { isBlocked: !you.isBlocked } }),
            you.isBlocked ? `${person.name} is unblocked` : `You and ${person.name} won't see each other`,
          ),
      )}
      {item("Report", <Flag />, () => setOpen("report"))}
      {(isModerator || isAdmin) && item("Moderate", <Shield />, () => setOpen("moderate"))}
      {open === "report" && <ReportDialog kind="person" targetId={person.id} onClose={() => setOpen(undefined)} />}
      {open === "moderate" && <PersonSheet id={person.id} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
