import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Going, OwnGoing } from "#contract/community/people.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { openAuth } from "#web/lib/auth-events.ts";
import { callApi } from "#web/lib/api.ts";
import { paths } from "#web/lib/paths.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { showFailure } from "../say-failed.ts";
import { PersonFace } from "../person/person-face.tsx";
import { goingQuery } from "../queries.ts";

const PersonDialog = lazyDialog("The card", async () => (await import("../person/person-dialog.tsx")).PersonDialog);

/** The community on an event's page: who's going before it, photos and stories after it. */
export function EventCommunity({ eventId, isOver }: { eventId: number; isOver: boolean }) {
  const { data } = useQuery({ ...goingQuery(eventId), enabled: !isOver });
  return (
    <section aria-labelledby="going" className="measure py-4">
      <div className="pinstripe grid grid-cols-1 gap-5 rounded-lg border border-line bg-panel p-6 md:p-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="going" className="display text-display-sm">
            {isOver ? "Were you there?" : "Who's going"}
          </h2>
          <div className="flex flex-wrap gap-2">
            {isOver && (
              <LinkButton variant="outline" size="sm" to={paths.community({ photos: eventId })}>
                Photo wall
              </LinkButton>
            )}
            <LinkButton variant="outline" size="sm" to={paths.community({ event: eventId })}>
              {isOver ? "What people are saying" : "Join the talk"}
            </LinkButton>
          </div>
        </div>
        {data && (
          <>
            <Faces going={data} />
            <OwnChoice eventId={eventId} tickets={data.you.tickets} />
          </>
        )}
      </div>
    </section>
  );
}

/** The faces alone, for the head of an event's posts. */
export function GoingStrip({ eventId }: { eventId: number }) {
  const { data } = useQuery(goingQuery(eventId));
  return data && data.count > 0 ? <Faces going={data} /> : null;
}

const maxFaces = 8;

function Faces({ going: { count, people } }: { going: Going }) {
  const { isAuthenticated, user } = useUser();
  const [open, setOpen] = useState<number>();
  const shown = people.slice(0, maxFaces);
  const isYou = shown.some(({ id }) => id === user?.id);
  const names = shown.filter(({ id }) => id !== user?.id).map(({ name }) => name);
  if (count === 0) return <p className="text-muted">Be the first to say you're going.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {shown.length > 0 && (
        <ul className="flex -space-x-2.5">
          {shown.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                aria-label={person.name}
                title={person.name}
                onClick={() => setOpen(person.id)}
                className="block rounded-full transition-transform hover:z-10 hover:-translate-y-1"
              >
                <PersonFace person={person} className="size-12! border-3 border-panel text-xl!" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="min-w-0">
        <span className="font-semibold">{sentence(count, isYou ? ["You", ...names] : names)}</span>
        {!isAuthenticated && (
          <button
            type="button"
            onClick={() => openAuth({ redirect: location.pathname + location.search })}
            className="ml-2 font-semibold text-gilt underline underline-offset-4"
          >
            Sign in to see who
          </button>
        )}
      </p>
      {open !== undefined && <PersonDialog id={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** "Marva, Dre and 12 others are going", "You and Marva are going". */
function sentence(count: number, names: string[]): string {
  if (names.length === 0)
    return count === 1 ? "1 person is going" : `${count.toLocaleString("en-US")} people are going`;
  const named = names.slice(0, 2);
  const rest = count - named.length;
  const others = rest === 0 ? [] : [rest === 1 ? "1 other" : `${rest.toLocaleString("en-US")} others`];
  const all = [...named, ...others];
  const list = all.length === 1 ? all[0]! : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  if (list === "You") return "You're going";
  return `${list} ${count === 1 ? "is" : "are"} going`;
}

/** One switch for each person, however many tickets they have: nobody is shown without having said so. */
function OwnChoice({ eventId, tickets }: { eventId: number; tickets: OwnGoing[] }) {
  const queryClient = useQueryClient();
  const { isAuthenticated } = useUser();
  if (!isAuthenticated || tickets.length === 0) return null;
  async function show(isShown: boolean) {
    try {
      const next = await callApi("PUT /api/events/{id}/going", { params: { id: eventId }, body: { isShown } });
      await applyReply(queryClient, goingQuery(eventId).queryKey, next);
    } catch (error) {
      showFailure("That wasn't saved", error);
    }
  }
  return (
    <div className="grid gap-1 border-t border-line pt-4">
      <Checkbox
        label="Show that I'm going"
        checked={tickets.some(({ isShown }) => isShown)}
        onChange={(e) => void show(e.target.checked)}
      />
      <p className="text-sm text-muted">Members see your name and face here. You can change your mind anytime.</p>
    </div>
  );
}
