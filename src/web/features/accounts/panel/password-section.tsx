import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { CurrentPassword } from "#contract/form-fields.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { newPasswordForm, passwordHint } from "../auth-dialog/forms.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { failureCode, failureText } from "../failure-text.ts";
import { PanelSection } from "./panel-section.tsx";
import { sessionsQuery } from "./queries.ts";

const changeForm = z.extend(newPasswordForm, { currentPassword: CurrentPassword });

export function PasswordSection() {
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
      <Field label="Current password" {...form.field("currentPassword")}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Field label="New password" hint={passwordHint} {...form.field("password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" {...form.field("confirmPassword")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
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
