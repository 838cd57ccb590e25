import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { Person, PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { formatCount } from "#web/features/desk/figures.tsx";
import { Moment } from "#web/features/desk/moment.tsx";
import { ReasonDialog } from "#web/features/desk/reason-dialog.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { mergePlanQuery, peopleQuery } from "./queries.ts";

/** Finds the guest whose orders and tickets belong to this account, shows what would go over, and does it. */
export function MergeDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const [guest, setGuest] = useState<Person>();
  const write = useDeskWrite();
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Merge a guest"
      action="Merge"
      waiting={guest === undefined}
      onConfirm={async (reason) => {
        const path = `/api/admin/users/${person.id}/merge`;
        await write(path, { guestId: guest!.id, reason }, undefined, path);
        toast({ title: "Merged", description: `It all belongs to ${person.displayName} now.`, tone: "good" });
      }}
      extra={
        guest ? (
          <Plan person={person} guest={guest} onOther={() => setGuest(undefined)} />
        ) : (
          <GuestSearch onChoose={setGuest} />
        )
      }
    >
      {`What somebody bought as a guest goes over to ${person.displayName}. Find the guest by an order's number, the address it was placed with, or a ticket's code.`}
    </ReasonDialog>
  );
}

function GuestSearch({ onChoose }: { onChoose: (guest: Person) => void }) {
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const { data, error } = useQuery({ ...peopleQuery({ q, role: "guest" }), enabled: q.length >= 3 });
  const guests = q.length >= 3 ? data?.items.filter(({ role }) => role === "guest") : undefined;
  return (
    <div className="grid gap-2">
      <Field label="Find the guest">
        <Input
          type="search"
          autoComplete="off"
          placeholder="Order, e-mail or ticket"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {error && <Notice tone="bad" title={failureText(error)} />}
      <ul aria-label="Guests found" className="grid max-h-52 gap-1 overflow-y-auto">
        {guests?.map((guest) => (
          <li key={guest.id}>
            <GuestButton guest={guest} onClick={() => onChoose(guest)}>
              {guest.displayName} · {guest.username}
            </GuestButton>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-sm text-muted">
        {guests?.length === 0 && "No guest is found by that."}
      </p>
    </div>
  );
}

function GuestButton({ guest, onClick, children }: { guest: Person; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid w-full gap-0.5 rounded-sm border border-line px-3 py-2 text-left hover:border-gold hover:bg-raised"
    >
      <span className="font-semibold wrap-anywhere">{children}</span>
      <span className="text-sm text-muted">
        Came <Moment at={guest.createdAt} />
      </span>
    </button>
  );
}

function Plan({ person, guest, onOther }: { person: PersonDetail; guest: Person; onOther: () => void }) {
  const { data, error } = useQuery(mergePlanQuery(person.id, guest.id));
  return (
    <div className="grid gap-3 rounded-sm border border-line p-4">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{guest.username}</span>
        <button type="button" className="min-h-9 text-sm underline underline-offset-3" onClick={onOther}>
          Another guest
        </button>
      </p>
      {error && <Notice tone="bad" title={failureText(error)} />}
      {data && (
        <DataList
          className="text-sm"
          items={[
            ...data.moves.map(({ name, count }) => ({
              term: <span className="capitalize">{name}</span>,
              detail: formatCount(count),
            })),
            { term: "Signed out of", detail: data.sessionCount === 1 ? "1 browser" : `${data.sessionCount} browsers` },
          ]}
        />
      )}
    </div>
  );
}
