import { Failure } from "#web/admin-kit/read-failure.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Person, PersonDetail } from "#contract/accounts/admin.ts";
import type { ReplyOf } from "#contract/calls.ts";
import { apiPath } from "#web/lib/paths.ts";
import { formatCount, counted } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { guestsQuery, mergePlanQuery } from "./queries.ts";
import { Check, Copy } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";

/** Finds the guest whose orders and tickets belong to this account, shows what would move over, and merges it. */
export function MergeDialog({ person, onClose }: { person: PersonDetail; onClose: () => void }) {
  const [guest, setGuest] = useState<Person>();
  const form = useReasonForm({
    onClose,
    submit: async ({ reason }, write) => {
      const params = { id: person.id };
      await write("POST /api/admin/users/{id}/merge", {
        params,
        body: { guestId: guest!.id, reason },
        gone: apiPath("POST /api/admin/users/{id}/merge", { params }),
      });
      showSuccess("Guest merged", `Everything now belongs to ${person.displayName}.`);
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
      <TextField
        label="Find guest"
        type="search"
        autoComplete="off"
        placeholder="Order, email or ticket"
        maxLength={100}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <Failure error={error} />
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
      <p className="split-row">
        <span className="font-semibold">{guest.username}</span>
        <button type="button" className="min-h-9 text-sm underline underline-offset-3" onClick={onOther}>
          Choose another
        </button>
      </p>
      <Failure error={error} />
      {data && (
        <DataList
          className="text-sm"
          items={[
            ...data.moves.map(({ name, count }) => ({
              term: <span className="capitalize">{name}</span>,
              detail: formatCount(count),
            })),
            { term: "Signed out of", detail: counted(data.sessionCount, "browser") },
          ]}
        />
      )}
    </div>
  );
}

type Link = ReplyOf<"POST /api/admin/users/{id}/reset-link">;

/** Creates a password reset link for an account without a confirmed email to send it to. */
export function ResetLink({ person }: { person: PersonDetail }) {
  const [resetLink, setResetLink] = useState<Link>();
  const createLink = usePress("We couldn't create a link", async (write) =>
    setResetLink(await write("POST /api/admin/users/{id}/reset-link", { params: { id: person.id }, body: {} })),
  );
  if (person.role === "guest") return null;
  const blockedReason = person.email
    ? "They have a confirmed email, so “Forgot your password?” can send them a link."
    : person.suspendedAt
      ? "The account is suspended, so a new password wouldn't let them in."
      : undefined;

  return (
    <div className="grid gap-1.5">
      <Button
        variant="outline"
        disabled={blockedReason !== undefined}
        aria-describedby={blockedReason ? "reset-link-why" : undefined}
        {...createLink}
      >
        Create reset link
      </Button>
      {blockedReason && (
        <p id="reset-link-why" className="text-sm text-muted">
          {blockedReason}
        </p>
      )}
      <Dialog
        open={resetLink !== undefined}
        onClose={() => setResetLink(undefined)}
        title="Reset link"
        description={`Give this link to ${person.displayName} yourself. Anyone who has it can set a new password. We only show it once.`}
      >
        {resetLink && <MadeLink resetLink={resetLink} />}
      </Dialog>
    </div>
  );
}

function MadeLink({ resetLink }: { resetLink: Link }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="grid gap-4">
      <TextField
        label="Link"
        hint={
          <>
            {" "}
            Works once, until <Moment at={resetLink.expiresAt} />.{" "}
          </>
        }
        readOnly
        value={resetLink.link}
        onFocus={(e) => e.target.select()}
      />
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(resetLink.link).then(
            () => setCopied(true),
            () =>
              toast({
                title: "Your browser blocked copying",
                description: "Select the link and copy it manually.",
                tone: "bad",
              }),
          )
        }
      >
        {isCopied ? <Check className="size-5" /> : <Copy className="size-5" />}
        {isCopied ? "Copied" : "Copy link"}
      </Button>
    </div>
  );
}
