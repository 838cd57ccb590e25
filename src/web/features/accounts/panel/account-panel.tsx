import { FreshProof, useChange } from "../security/fresh-proof.tsx";
import { useFreshProof } from "#web/lib/fresh-proof.ts";
import { SecuritySettings } from "../security/security-settings.tsx";
import { useUser } from "../user-provider.tsx";
import { AvatarSection } from "./avatar/avatar-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { useProfile, sessionsQuery, deletionQuery } from "./queries.ts";
import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { PanelButtons, PanelSection } from "./panel-section.tsx";
import { Download } from "lucide-react";
import { callApi, fetchApi, refusalOf } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/files.ts";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "../failure-text.ts";
import * as z from "zod/mini";
import { registerFields, CurrentPassword } from "#contract/form-fields.ts";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useQueryClient, useQuery } from "@tanstack/react-query";
import { newPasswordForm } from "../auth-dialog/auth-schemas.ts";
import { NewPasswordFields, OwnPasswordField } from "../auth-dialog/password-input.tsx";
import { UpcomingTickets } from "../upcoming-tickets.tsx";
import { useNavigate } from "react-router";
import type { OpenMatter } from "#contract/accounts/deletion.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

const changeForm = z.extend(newPasswordForm, { currentPassword: CurrentPassword });

function PasswordSection() {
  const [open, setOpen] = useState(false);
  return (
    <PanelSection title="Password" text="Changing it signs you out of every other browser.">
      {open ? (
        <ChangeForm onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" className="justify-self-start" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </PanelSection>
  );
}

function ChangeForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useZodForm({
    schema: changeForm,
    defaults: { currentPassword: "", password: "", confirmPassword: "" },
    failureText,
    failureAt: (error) =>
      refusalOf("POST /api/me/password", error) === "wrong_password" ? "currentPassword" : "password",
    submit: async ({ currentPassword, password }) => {
      await callApi("POST /api/me/password", { body: { currentPassword, password } });
      toast({ title: "Password changed", description: "You're signed out of every other browser.", tone: "good" });
      void queryClient.invalidateQueries(sessionsQuery());
      onClose();
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <OwnPasswordField label="Current password" {...form.field("currentPassword")} />
      <NewPasswordFields form={form} isChange />
      <PanelButtons action="Change password" loading={form.isBusy} onCancel={onClose} />
    </form>
  );
}

const nameForm = z.object({ displayName: registerFields.displayName });

function NameSection() {
  const { profile, applyProfile } = useProfile();
  const form = useZodForm({
    schema: nameForm,
    defaults: { displayName: profile.displayName },
    failureText,
    failureAt: () => "displayName",
    submit: async (body) => {
      await applyProfile(await callApi("PATCH /api/me/profile", { body }));
      toast({ title: "Name saved", description: `Your name is now ${body.displayName}.`, tone: "good" });
    },
  });

  return (
    <PanelSection
      title="Name"
      text={
        <>
          What others see. You sign in as <strong className="text-ink">{profile.username}</strong>.
        </>
      }
    >
      <form {...form.props} className="grid justify-items-start gap-4">
        <Field label="Display name" {...form.field("displayName")} className="w-full">
          <Input autoComplete="nickname" maxLength={60} />
        </Field>
        <Button type="submit" variant="outline" disabled={!form.isDirty} loading={form.isBusy}>
          Save name
        </Button>
      </form>
    </PanelSection>
  );
}

const fileName = "savage-gentlemen-my-data.json";

function RecordsSection() {
  const { busy, change } = useChange("Download failed");
  const download = () =>
    void change(async () => {
      const response = await fetchApi("GET /api/me/export");
      saveFile(await response.blob(), fileName);
      toast({ title: "Download ready", description: fileName, tone: "good" });
    });

  return (
    <PanelSection
      title="Your data"
      text="Everything we have about you in one file: profile, orders, tickets, emails and sign-ins."
    >
      <Button variant="outline" className="justify-self-start" loading={busy !== undefined} onClick={download}>
        <Download className="size-5" /> Download my data
      </Button>
    </PanelSection>
  );
}

/**
 * The user's own account settings. Guests have no account yet, but they can download and delete their data.
 *
 * @param children what other nouns let an account set
 */
export function AccountPanel({ children }: { children: ReactNode }) {
  const { isGuest } = useUser();
  const { profile } = useProfile();
  return (
    <FreshProof>
      {!isGuest && (
        <>
          <AvatarSection />
          <NameSection key={profile.displayName} />
          <EmailSection />
          {profile.hasPassword && <PasswordSection />}
          <SecuritySettings />
          <SessionsSection />
          {children}
        </>
      )}
      <RecordsSection />
      <DeleteSection />
    </FreshProof>
  );
}

function DeleteSection() {
  const [open, setOpen] = useState(false);
  return (
    <PanelSection
      title="Delete account"
      text="We permanently delete your name, email and picture right away. We keep only the number and amount of each order, and any ban."
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}

/** Shows what deleting the account costs before it asks; tickets for upcoming events must be given up explicitly. */
function DeleteDialog({ onClose }: { onClose: () => void }) {
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
  const items = openMatters.filter(({ kind }) => kind === "items").map(({ title }) => title);
  const paying = openMatters.filter(({ kind }) => kind === "payment").map(({ title }) => title);

  const form = useZodForm({
    defaults: { password: "", acceptsLoss: false },
    failureText,
    failureAt: () => (profile.hasPassword ? "password" : undefined),
    submit: async ({ password, acceptsLoss }) => {
      const body = {
        ...(profile.hasPassword ? { password } : {}),
        ...(events.length > 0 ? { giveUpTickets: acceptsLoss } : {}),
      };
      await withProof(() => callApi("POST /api/me/deletion", { body }));
      onClose();
      await navigate("/");
      signOut();
      toast({
        title: "Account deleted",
        description: "Thanks for the good times. You're always welcome back.",
        durationMs: 8000,
      });
    },
  });
  const { password, acceptsLoss } = form.values;

  if (paying.length > 0) {
    return (
      <Callout tone="soon" title="A payment is still processing">
        {paying.join(", ")}: try again in a few minutes.
      </Callout>
    );
  }
  if (items.length > 0) {
    return (
      <Callout tone="soon" title="Items are still on their way to you">
        {items.join(", ")}: you can delete your account once you have them. To cancel the order, contact us.
      </Callout>
    );
  }
  return (
    <form {...form.props} className="grid gap-5">
      <UpcomingTickets
        title="You have tickets for upcoming events"
        events={events}
        label="Give up these tickets. They won't be valid and won't be refunded."
        isGivenUp={acceptsLoss}
        onChange={form.bind("acceptsLoss").onChange}
      />
      {profile.hasPassword && <OwnPasswordField {...form.field("password")} />}
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <PanelButtons
        action="Delete account"
        variant="danger"
        loading={form.isBusy}
        disabled={(events.length > 0 && !acceptsLoss) || (profile.hasPassword && password === "")}
        onCancel={onClose}
      />
    </form>
  );
}
