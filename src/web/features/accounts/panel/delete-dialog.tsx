import { UpcomingTickets } from "../upcoming-tickets.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { OpenMatter } from "#contract/account-deletion.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { OwnPasswordField } from "../auth-dialog/password-input.tsx";
import { failureText } from "../failure-text.ts";
import { useUser } from "../user-provider.tsx";
import { useFreshProof } from "../security/fresh-proof.tsx";
import { deletionQuery, useProfile } from "./queries.ts";

/** Shows what deleting the account costs before it asks; tickets for upcoming events must be given up explicitly. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(deletionQuery());
  return (
    <Dialog onClose={onClose} title="Delete my account" description="This can't be undone.">
      {error && (
        <div className="grid justify-items-start gap-4">
          <Callout tone="bad" title={failureText(error)} />
          <Button variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.lastAdmin && (
        <Callout tone="soon" title="You're the last admin. Give someone else the admin role first." />
      )}
      {data && !data.lastAdmin && <DeleteForm openMatters={data.openMatters} onClose={onClose} />}
    </Dialog>
  );
}

function DeleteForm({ openMatters, onClose }: { openMatters: OpenMatter[]; onClose: () => void }) {
  const withProof = useFreshProof();
  const { profile } = useProfile();
  const { signOut } = useUser();
  const navigate = useNavigate();
  const events = openMatters.filter(({ kind }) => kind === "tickets");
  const paying = openMatters.filter(({ kind }) => kind === "payment");

  const form = useZodForm({
    defaults: { password: "", giveUp: false },
    failureText,
    failureAt: () => (profile.hasPassword ? "password" : undefined),
    submit: async ({ password, giveUp }) => {
      const body = {
        ...(profile.hasPassword ? { password } : {}),
        ...(events.length > 0 ? { giveUpTickets: giveUp } : {}),
      };
      await withProof(() => callJson("POST", "/api/me/deletion", { body }));
      onClose();
      await navigate("/");
      await signOut();
      toast({
        title: "Account deleted",
        description: "Thanks for the nights. You're always welcome back.",
        durationMs: 8000,
      });
    },
  });
  const { password, giveUp } = form.values;

  if (paying.length > 0) {
    return (
      <Callout tone="soon" title="A payment is still processing">
        {paying.map(({ title }) => title).join(", ")}: try again in a few minutes.
      </Callout>
    );
  }
  return (
    <form {...form.props} className="grid gap-5">
      <UpcomingTickets
        title="You have tickets for upcoming events"
        events={events}
        label="Give up these tickets. They won't be valid and won't be refunded."
        isGivenUp={giveUp}
        onChange={form.bind("giveUp").onChange}
      />
      {profile.hasPassword && <OwnPasswordField {...form.field("password")} />}
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="danger"
          loading={form.isBusy}
          disabled={(events.length > 0 && !giveUp) || (profile.hasPassword && password === "")}
        >
          Delete account
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
