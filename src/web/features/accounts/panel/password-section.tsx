import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { failureCode, failureText } from "../failure-text.ts";
import { newPasswordForm, passwordHint } from "../password-rules.ts";
import { PanelSection } from "./panel-section.tsx";
import { sessionsQuery } from "./queries.ts";

const changeForm = z.extend(newPasswordForm, {
  currentPassword: z.string().check(z.minLength(1, "Enter your password")),
});
type ChangeForm = z.infer<typeof changeForm>;
const empty: ChangeForm = { currentPassword: "", password: "", confirmPassword: "" };

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
  const form = useForm<ChangeForm>({ resolver: zodResolver(changeForm), defaultValues: empty });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await callJson("POST", "/api/me/password", { body: { currentPassword, password } });
    } catch (error) {
      const place = failureCode(error) === "wrong_password" ? "currentPassword" : "password";
      form.setError(place, { message: failureText(error) });
      return;
    }
    toast({ title: "Password changed", description: "You're signed out of every other browser.", tone: "good" });
    void queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    onClose();
  });

  return (
    <form noValidate onSubmit={(e) => void submit(e)} className="grid gap-4">
      <Field label="Current password" error={errors.currentPassword?.message}>
        <PasswordInput {...form.register("currentPassword")} autoComplete="current-password" />
      </Field>
      <Field label="New password" hint={passwordHint} error={errors.password?.message}>
        <PasswordInput {...form.register("password")} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={errors.confirmPassword?.message}>
        <PasswordInput {...form.register("confirmPassword")} autoComplete="new-password" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isSubmitting}>
          Change password
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
