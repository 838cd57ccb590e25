import { FreshProof, useFreshProof } from "../security/fresh-proof.tsx";
import { SecuritySettings } from "../security/security-settings.tsx";
import { useUser } from "../user-provider.tsx";
import { AvatarSection } from "./avatar/avatar-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { useProfile, sessionsQuery } from "./queries.ts";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { PanelSection } from "./panel-section.tsx";
import { Download } from "lucide-react";
import { call, callJson } from "#web/lib/call.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/ui/toast.ts";
import { failureText, failureCode, ProofGivenUp } from "../failure-text.ts";
import * as z from "zod/mini";
import type { Profile } from "#contract/account-profile.ts";
import { registerFields, CurrentPassword } from "#contract/form-fields.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { useQueryClient } from "@tanstack/react-query";
import { newPasswordForm, NewPasswordFields, OwnPasswordField } from "../auth-dialog/password-input.tsx";

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
    failureAt: (error) => (failureCode(error) === "wrong_password" ? "currentPassword" : "password"),
    submit: async ({ currentPassword, password }) => {
      await callJson("POST", "/api/me/password", { body: { currentPassword, password } });
      toast({ title: "Password changed", description: "You're signed out of every other browser.", tone: "good" });
      void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      onClose();
    },
  });

  return (
    <form {...form.props} className="grid gap-4">
      <OwnPasswordField label="Current password" {...form.field("currentPassword")} />
      <NewPasswordFields form={form} isChange />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.isBusy}>
          Change password
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const nameForm = z.object({ displayName: registerFields.displayName });

function NameSection() {
  const { profile, takeOver } = useProfile();
  const form = useZodForm({
    schema: nameForm,
    defaults: { displayName: profile.displayName },
    failureText,
    failureAt: () => "displayName",
    submit: async (body) => {
      await takeOver(await callJson<Profile>("PATCH", "/api/me/profile", { body }));
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
  const withProof = useFreshProof();
  const [loading, setLoading] = useState(false);

  async function download() {
    setLoading(true);
    try {
      const file = await (await withProof(() => call("GET", "/api/me/export"))).blob();
      saveFile(file, fileName);
      toast({ title: "Download ready", description: fileName, tone: "good" });
    } catch (error) {
      if (!(error instanceof ProofGivenUp))
        toast({ title: "Download failed", description: failureText(error), tone: "bad" });
    }
    setLoading(false);
  }

  return (
    <PanelSection
      title="Your data"
      text="Everything we have about you in one file: profile, orders, tickets, emails and sign-ins."
    >
      <Button variant="outline" className="justify-self-start" loading={loading} onClick={() => void download()}>
        <Download className="size-5" /> Download my data
      </Button>
    </PanelSection>
  );
}

/** The user's own account settings. Guests have no account yet, but they can download and delete their data. */
export function AccountPanel() {
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
      text="We permanently delete your name, email and picture right away. We keep only the number and amount of each order."
    >
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && <DeleteDialog onClose={() => setOpen(false)} />}
    </PanelSection>
  );
}
