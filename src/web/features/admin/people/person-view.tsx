import { Details } from "#web/admin-kit/panel.tsx";
import { roles } from "#web/features/accounts/people/labels.ts";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useQuery, useInfiniteQuery } from "@tanstack/react-query";
import type { PersonDetail } from "#contract/accounts/admin.ts";
import { PersonTickets } from "../orders/attendee-table.tsx";
import { PersonOrders } from "../orders/order-table.tsx";
import { failureText, showSuccess } from "#web/admin-kit/use-admin-write.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { Badge, StatusBadge } from "#web/ui/badge.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { PersonActions } from "#web/features/accounts/people/person-actions.tsx";
import { RestrictionList } from "#web/features/restrictions/restriction-list.tsx";
import { personQuery, timelineQuery, personSessionsQuery } from "#web/features/accounts/people/queries.ts";
import { FilterSelect } from "#web/admin-kit/table/table-toolbar.tsx";
import { Button } from "#web/ui/button.tsx";
import { momentKinds, momentLabel, TimelineRow } from "./timeline-row.tsx";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";

/** Everything that happened on an account, newest first, from every part of the site. */
function PersonTimeline({ id }: { id: number }) {
  const address = useListAddress();
  const kind = /^[a-z]{1,40}$/.exec(address.search.get("kind") ?? "")?.[0];
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    timelineQuery(id, kind),
  );
  const kinds = new Set([...Object.keys(momentKinds), ...(data?.pages[0]?.kinds ?? [])]);
  const moments = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label="Timeline" className="overflow-clip rounded-md border border-line bg-panel">
      <div className="flex border-b border-line bg-raised/60 p-3">
        <FilterSelect
          label="Show"
          any="Everything"
          value={kind}
          choices={[...kinds].map((value) => ({ value, label: momentLabel(value).label }))}
          onChange={(value) => address.change({ kind: value })}
        />
      </div>
      {error && !data && (
        <div className="p-4">
          <Callout tone="bad" title="We couldn't load the timeline">
            <p>{failureText(error)}</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
              Try again
            </Button>
          </Callout>
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-40" />}
      {data && moments.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted">No activity to show.</p>
      )}
      <ol>
        {moments.map((moment) => (
          <TimelineRow key={moment.key} moment={moment} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button variant="quiet" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </section>
  );
}

/** One customer: who they are, what staff can do, and everything that happened on the account. */
export function PersonView({ id }: { id: number }) {
  return (
    <div className="grid gap-4">
      <Loaded query={useQuery(personQuery(id))} className="h-80">
        {(person) => (
          <div className="grid items-start gap-6 xl:grid-cols-[min(20rem,50%)_minmax(0,1fr)]">
            <PersonCard person={person} />
            <PersonParts person={person} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

const parts = ["timeline", "orders", "tickets", "sessions"] as const;
const labels = { timeline: "Timeline", orders: "Orders", tickets: "Tickets", sessions: "Sessions" };
/** Parameters of one tab's list that mean nothing in another tab. */
const listKeys = {
  q: undefined,
  kind: undefined,
  sort: undefined,
  status: undefined,
  orders: undefined,
};

function PersonParts({ person }: { person: PersonDetail }) {
  const address = useListAddress();
  const part = address.choice("tab", parts) ?? "timeline";
  return (
    <div className="grid min-w-0 gap-4">
      <PageTabs
        label="Customer details"
        tabs={parts.map((name) => ({
          to: address.addressWith({ ...listKeys, tab: name === "timeline" ? undefined : name }),
          label: labels[name],
          current: name === part,
        }))}
      >
        {part === "timeline" && <PersonTimeline id={person.id} />}
        {part === "orders" && <PersonOrders personId={person.id} />}
        {part === "tickets" && <PersonTickets personId={person.id} />}
        {part === "sessions" && <PersonSessions person={person} />}
      </PageTabs>
    </div>
  );
}

function PersonCard({ person }: { person: PersonDetail }) {
  return (
    <div className="grid gap-5 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-2">
        <h2 className="text-xl leading-snug font-semibold wrap-anywhere">{person.displayName}</h2>
        <p className="flex flex-wrap gap-1.5">
          <StatusBadge {...roles[person.role]} />
          {person.suspendedAt && <Badge tone="gone">Suspended</Badge>}
        </p>
      </div>
      {person.suspendedAt && (
        <Callout
          tone="bad"
          title={
            <>
              Suspended since <Moment at={person.suspendedAt} />
            </>
          }
        >
          {person.suspendedReason}
        </Callout>
      )}
      <Details
        of={{
          Username: person.username,
          Email: person.email ?? "Not confirmed",
          Joined: <Moment at={person.createdAt} />,
          "Last seen": person.lastSeenAt ? <Moment at={person.lastSeenAt} relative /> : "Not signed in",
          "Two-factor": person.role !== "guest" && (person.hasSecondFactor ? "On" : "Off"),
          Password: person.role !== "guest" && (person.hasPassword ? "Set" : "None"),
        }}
      />
      <RestrictionList personId={person.id} />
      <PersonActions person={person} />
    </div>
  );
}

type Session = Omit<SessionEntry, "current">;
type Asking = { session: Session | undefined };

/** Where a customer is signed in, and buttons to sign them out. */
function PersonSessions({ person }: { person: PersonDetail }) {
  const { data, error } = useQuery(personSessionsQuery(person.id));
  const [asking, setAsking] = useState<Asking>();
  const sessions = data?.items ?? [];
  const form = useReasonForm({
    onClose: () => setAsking(undefined),
    submit: async ({ reason }, write) => {
      const sessionId = asking?.session?.id;
      const body = { reason, ...(sessionId ? { sessionId } : {}) };
      await write("POST /api/admin/users/{id}/end-sessions", { params: { id: person.id }, body });
      showSuccess("Signed out", person.displayName);
    },
  });
  return (
    <section aria-label="Sessions" className="overflow-clip rounded-md border border-line bg-panel">
      {error && !data && (
        <div className="p-4">
          <Callout tone="bad" title={failureText(error)} />
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-24" />}
      {data && sessions.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted">Not signed in anywhere.</p>
      )}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setAsking({ session })} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="border-t border-line p-3">
          <Button variant="outline" size="sm" onClick={() => setAsking({ session: undefined })}>
            Sign out everywhere
          </Button>
        </div>
      )}
      <ReasonDialog
        form={form}
        open={asking !== undefined}
        title={asking?.session ? "Sign out this browser" : "Sign out everywhere"}
        action="Sign out"
        danger
      >
        {asking?.session
          ? `This signs ${person.displayName} out of ${asking.session.device}. They can sign in again.`
          : `This signs ${person.displayName} out of ${sessions.length} browsers. They can sign in again.`}
      </ReasonDialog>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const Icon = session.kind === "phone" || session.kind === "tablet" ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-3 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <Icon className="size-5 shrink-0 text-gilt" strokeWidth={1.5} />
      <div className="grid grow gap-0.5">
        <p className="font-semibold">{session.device}</p>
        <p className="text-muted">
          Last seen <Moment at={session.lastSeenAt} relative />, signed in <Moment at={session.createdAt} />
        </p>
      </div>
      <Button variant="quiet" size="sm" aria-label={`Sign out: ${session.device}`} onClick={onEnd}>
        Sign out
      </Button>
    </li>
  );
}
