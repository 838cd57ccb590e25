import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Person, PersonDetail } from "#contract/people.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { formatCount } from "#web/features/admin/figures.tsx";
import { Moment } from "#web/features/admin/moment.tsx";
import { ReasonDialog, useReasonForm } from "#web/features/admin/reason-dialog.tsx";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { toast } from "#web/ui/toast.ts";
import { guestsQuery, mergePlanQuery } from "./queries.ts";

/** Finds the guest whose orders and tickets belong to this account, shows what would move over, and merges it. */
export function MergeDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const [guest, setGuest] = useState<Person>();
  const write = useAdminWrite();
  const form = useReasonForm({
    onClose,
    submit: async ({ reason }) => {
      const path = `/api/admin/users/${person.id}/merge`;
      await write(path, { guestId: guest!.id, reason }, undefined, path);
      toast({ title: "Guest merged", description: `Everything now belongs to ${person.displayName}.`, tone: "good" });
    },
  });
  return (
    <ReasonDialog
      form={form}
      open
      title="Merge guest"
      action="Merge"
      waiting={guest === undefined}
      extra={
        guest ? (
          <Plan person={person} guest={guest} onOther={() => setGuest(undefined)} />
        ) : (
          <GuestSearch onChoose={setGuest} />
        )
      }
    >
      {`What someone bought as a guest moves to ${person.displayName}. Find the guest by order number, email or ticket code.`}
    </ReasonDialog>
  );
}

function GuestSearch({ onChoose }: { onChoose: (guest: Person) => void }) {
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const { data, error } = useQuery({ ...guestsQuery(q), enabled: q.length >= 3 });
  const guests = q.length >= 3 ? data?.items.filter(({ role }) => role === "guest") : undefined;
  return (
    <div className="grid gap-2">
      <Field label="Find guest">
        <Input
          type="search"
          autoComplete="off"
          placeholder="Order, email or ticket"
          maxLength={100}
          value={text}
          onChange={(e) => setText(e.target.value)}
        />
      </Field>
      {error && <Callout tone="bad" title={failureText(error)} />}
      <ul aria-label="Matching guests" className="grid max-h-52 gap-1 overflow-y-auto">
        {guests?.map((guest) => (
          <li key={guest.id}>
            <button
              type="button"
              onClick={() => onChoose(guest)}
              className="grid w-full gap-0.5 rounded-sm border border-line px-3 py-2 text-left hover:border-gold hover:bg-raised"
            >
              <span className="font-semibold wrap-anywhere">
                {guest.displayName} · {guest.username}
              </span>
              <span className="text-sm text-muted">
                Guest since <Moment at={guest.createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-sm text-muted">
        {guests?.length === 0 && "No guests match your search."}
      </p>
    </div>
  );
}

function Plan({ person, guest, onOther }: { person: PersonDetail; guest: Person; onOther: () => void }) {
  const { data, error } = useQuery(mergePlanQuery(person.id, guest.id));
  return (
    <div className="grid gap-3 rounded-sm border border-line p-4">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold wrap-anywhere">{guest.username}</span>
        <button type="button" className="min-h-9 text-sm underline underline-offset-3" onClick={onOther}>
          Choose another
        </button>
      </p>
      {error && <Callout tone="bad" title={failureText(error)} />}
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
