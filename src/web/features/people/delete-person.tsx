import { UpcomingTickets } from "#web/features/accounts/upcoming-tickets.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { personDeletionQuery } from "./queries.ts";

/** Deletes an account at its owner's request, after showing what gets lost with it. */
export function DeletePerson({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { data, error } = useQuery(personDeletionQuery(person.id));
  const write = useAdminWrite();
  const navigate = useNavigate();
  const address = useListAddress();
  const events = data?.openMatters.filter(({ kind }) => kind === "tickets") ?? [];
  const isPaying = data?.openMatters.some(({ kind }) => kind === "payment") === true;
  const form = useReasonForm({
    defaults: { giveUpTickets: false },
    onClose,
    submit: async ({ reason, giveUpTickets }) => {
      const body = { reason, ...(giveUpTickets ? { giveUpTickets } : {}) };
      const gone = `/api/admin/users/${person.id}`;
      await write(`${gone}/delete`, body, undefined, gone);
      toast({ title: "Account deleted", description: person.displayName, tone: "good" });
      await navigate(address.addressWith({ id: undefined, tab: undefined, kind: undefined }), { replace: true });
    },
  });
  const giveUp = form.bind("giveUpTickets");
  const waiting = !data || isPaying || (events.length > 0 && !giveUp.value);
  return (
    <ReasonDialog
      form={form}
      open
      title="Delete account"
      action="Delete account"
      danger
      waiting={waiting}
      extra={
        <>
          {error && !data && <Callout tone="bad" title={failureText(error)} />}
          {!data && !error && <Skeleton className="h-16" />}
          {isPaying && <Callout tone="soon" title="A payment is still processing. Wait until it's done." />}
          <UpcomingTickets
            title="They have tickets for upcoming events"
            events={events}
            label="Void these tickets without a refund"
            isGivenUp={giveUp.value}
            onChange={giveUp.onChange}
          />
        </>
      }
    >
      {`This permanently deletes ${person.displayName}'s name, email and sign-in methods. Orders keep their numbers and amounts. This can't be undone.`}
    </ReasonDialog>
  );
}
