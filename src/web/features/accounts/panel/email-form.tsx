import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { Profile } from "#contract/account-profile.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { useFreshProof } from "../security/fresh-proof.tsx";
import { failureCode, failureText } from "../failure-text.ts";

const emailForm = (asksPassword: boolean) =>
  z.object({
    email: z.string().check(z.trim(), z.email("Enter an email like name@example.com")),
    password: z.string().check(z.minLength(asksPassword ? 1 : 0, "Enter your password")),
  });
type Values = { email: string; password: string };

type Props = {
  initial: string;
  asksPassword: boolean;
  onSaved: (profile: Profile) => void;
  onCancel?: (() => void) | undefined;
};

/** Asks for an email address, and for the password, because that address can later recover the account. */
export function EmailForm({ initial, asksPassword, onSaved, onCancel }: Props) {
  const withProof = useFreshProof();
  const form = useForm<Values>({
    resolver: zodResolver(emailForm(asksPassword)),
    defaultValues: { email: initial, password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      const body = asksPassword ? { email, password } : { email };
      const profile = await withProof(() => callJson<Profile>("PUT", "/api/me/email", { body }));
      toast({
        title: "Check your email",
        description: `We sent a link to ${profile.pendingEmail}.`,
        tone: "good",
      });
      onSaved(profile);
    } catch (error) {
      const place = failureCode(error) === "wrong_password" ? "password" : "email";
      form.setError(place, { message: failureText(error) });
    }
  });

  return (
    <form noValidate onSubmit={(e) => void submit(e)} className="grid gap-4">
      <Field label="Email" error={errors.email?.message}>
        <Input {...form.register("email")} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      {asksPassword && (
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="current-password" />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="outline" loading={isSubmitting}>
          Send confirmation
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
