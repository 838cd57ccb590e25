import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PersonDetail } from "#contract/people.ts";
import { AttendeeTable } from "#web/features/box-office/attendee-table.tsx";
import { OrderTable } from "#web/features/box-office/order-table.tsx";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { PersonActions } from "./person-actions.tsx";
import { PersonHistory } from "./person-history.tsx";
import { personQuery } from "./queries.ts";
import { roles } from "./words.ts";

/** One person: who they are, what may be done about them, what they bought, what staff did. */
export function PersonView({ id }: { id: number }) {
  const { data: person, error } = useQuery(personQuery(id));
  return (
    <div className="grid gap-4">
      {error && !person && <Notice tone="bad" title={failureText(error)} />}
      {!person && !error && <Skeleton className="h-80" />}
      {person && (
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <PersonCard person={person} />
          <div className="grid min-w-0 gap-6">
            <Part title="Orders">
              <OrderTable personId={id} />
            </Part>
            <Part title="Tickets">
              <AttendeeTable personId={id} />
            </Part>
            <Part title="What staff did">
              <PersonHistory id={id} />
            </Part>
          </div>
        </div>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2.5">
      <h2 className="display text-display-sm">{title}</h2>
      {children}
    </section>
  );
}

function PersonCard({ person }: { person: PersonDetail }) {
  return (
    <div className="grid gap-5 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-2">
        <h2 className="text-xl leading-snug font-semibold wrap-anywhere">{person.displayName}</h2>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={roles[person.role].tone}>{roles[person.role].label}</Badge>
          {person.suspendedAt && <Badge tone="gone">Suspended</Badge>}
        </p>
      </div>
      <DataList
        className="text-sm"
        items={[
          { term: "Username", detail: <span className="wrap-anywhere">{person.username}</span> },
          { term: "E-mail", detail: <span className="wrap-anywhere">{person.email ?? "none confirmed"}</span> },
          { term: "Since", detail: <Moment at={person.createdAt} /> },
          {
            term: "Last seen",
            detail: person.lastSeenAt ? <Moment at={person.lastSeenAt} relative /> : "not signed in",
          },
          { term: "Signed in on", detail: person.sessionCount === 1 ? "1 browser" : `${person.sessionCount} browsers` },
          ...(person.suspendedAt ? [{ term: "Suspended", detail: <Moment at={person.suspendedAt} /> }] : []),
        ]}
      />
      <PersonActions person={person} />
    </div>
  );
}
