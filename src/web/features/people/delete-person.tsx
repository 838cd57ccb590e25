import { HeldNights } from "#web/features/accounts/held-nights.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { personDeletionQuery } from "./queries.ts";

/** Deletes a person who asked for it, after saying what is lost with them. */
export function DeletePerson({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const { data, error } = useQuery(personDeletionQuery(person.id));
  const [giveUpTickets, setGiveUp] = useState(false);
  const write = useDeskWrite();
  const navigate = useNavigate();
  const address = useListAddress();
  const nights = data?.openMatters.filter(({ kind }) => kind === "tickets") ?? [];
  const isPaying = data?.openMatters.some(({ kind }) => kind === "payment") === true;
  const waiting = !data || isPaying || (nights.length > 0 && !giveUpTickets);
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Delete this person"
      action="Delete for good"
      danger
      waiting={waiting}
      onConfirm={async (reason) => {
        const body = { reason, ...(giveUpTickets ? { giveUpTickets } : {}) };
        const gone = `/api/admin/users/${person.id}`;
        await write(`${gone}/delete`, body, undefined, gone);
        toast({ title: "Deleted", description: person.displayName, tone: "good" });
        await navigate(address.addressWith({ id: undefined, tab: undefined, kind: undefined }), { replace: true });
      }}
      extra={
        <>
          {error && !data && <Notice tone="bad" title={failureText(error)} />}
          {!data && !error && <Skeleton className="h-16" />}
          {isPaying && <Notice tone="soon" title="A payment is under way: wait until it is settled." />}
          <HeldNights
            title="They hold tickets for nights to come"
            nights={nights}
            label="These tickets are given up: nobody gets in by them, and no money goes back."
            isGivenUp={giveUpTickets}
            onChange={setGiveUp}
          />
        </>
      }
    >
      {`Name, e-mail and every way to sign in of ${person.displayName} go for good. Orders keep their number and money. This cannot be taken back.`}
    </ReasonDialog>
  );
}
