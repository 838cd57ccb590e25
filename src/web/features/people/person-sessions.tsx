import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { useState } from "react";
import type { SessionEntry } from "#contract/account-sessions.ts";
import type { PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { personSessionsQuery } from "./queries.ts";

type Session = Omit<SessionEntry, "current">;
type Asking = { session: Session | undefined };

/** Where a customer is signed in, and buttons to sign them out. */
export function PersonSessions({ person }: { person: PersonDetail }) {
  const { data, error } = useQuery(personSessionsQuery(person.id));
  const [asking, setAsking] = useState<Asking>();
  const write = useAdminWrite();
  const sessions = data?.items ?? [];
  const form = useReasonForm({
    onClose: () => setAsking(undefined),
    submit: async ({ reason }) => {
      const sessionId = asking?.session?.id;
      await write(`/api/admin/users/${person.id}/end-sessions`, { reason, ...(sessionId ? { sessionId } : {}) });
      toast({ title: "Signed out", description: person.displayName, tone: "good" });
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
