import { HeldNights } from "../held-nights.tsx";
import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { OpenMatter } from "#contract/account-deletion.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { failureText } from "../failure-text.ts";
import { useUser } from "../user-provider.tsx";
import { useFreshProof } from "../security/fresh-proof.tsx";
import { deletionQuery } from "./queries.ts";
import { useProfile } from "./use-profile.ts";

/** Says what leaving costs before it asks; tickets for nights to come have to be given up by name. */
export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(deletionQuery());
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete my account"
      description="This cannot be taken back."
    >
      {error && (
        <div className="grid justify-items-start gap-4">
          <Notice tone="bad" title={failureText(error)} />
          <Button variant="outline" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.lastAdmin && (
        <Notice tone="soon" title="You are the last administrator. Give somebody else that role first." />
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
  const [password, setPassword] = useState("");
  const [giveUp, setGiveUp] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [leaving, setLeaving] = useState(false);
  const nights = openMatters.filter(({ kind }) => kind === "tickets");
  const paying = openMatters.filter(({ kind }) => kind === "payment");

  async function leave(event: SubmitEvent) {
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    setFailure(undefined);
    const body = {
      ...(profile.hasPassword ? { password } : {}),
      ...(nights.length > 0 ? { giveUpTickets: giveUp } : {}),
    };
    try {
      await withProof(() => callJson("POST", "/api/me/deletion", { body }));
    } catch (error) {
      setFailure(failureText(error));
      setLeaving(false);
      return;
    }
    onClose();
    await navigate("/");
    await signOut();
    toast({
      title: "Account Deleted",
      description: "Thank you for the nights. The door stays open.",
      durationMs: 8000,
    });
  }

  if (paying.length > 0) {
    return (
      <Notice tone="soon" title="A payment is under way">
        {paying.map(({ title }) => title).join(", ")}: come back when it is settled, in a few minutes.
      </Notice>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void leave(event)} className="grid gap-5">
      <HeldNights
        title="You hold tickets for nights to come"
        nights={nights}
        label="I give these tickets up. Nobody gets in by them, and no money comes back."
        isGivenUp={giveUp}
        onChange={setGiveUp}
      />
      {profile.hasPassword && (
        <Field label="Your password" error={failure}>
          <PasswordInput
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
      )}
      {failure && !profile.hasPassword && <Notice tone="bad" title={failure} />}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="danger"
          loading={leaving}
          disabled={(nights.length > 0 && !giveUp) || (profile.hasPassword && password === "")}
        >
          Delete for good
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
