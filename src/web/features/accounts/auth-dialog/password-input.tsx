import { Field, type FieldProps, Input, TextField } from "#web/ui/field.tsx";
import type { ZodForm } from "#web/ui/use-zod-form.ts";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";

export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} type={shown ? "text" : "password"} autoCapitalize="none" spellCheck={false} className="pr-12" />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show password"
        onClick={() => setShown(!shown)}
        className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center text-muted hover:text-ink"
      >
        <Icon className="size-5" />
      </button>
    </span>
  );
}

const passwordHint = "8 characters or more, with an uppercase letter and a number.";

type NewPasswordProps = {
  form: Pick<ZodForm<{ password: string; confirmPassword: string }>, "field">;
  isChange?: boolean;
};

/** The two fields for a new password. */
export function NewPasswordFields({ form, isChange = false }: NewPasswordProps) {
  return (
    <>
      <Field label={isChange ? "New password" : "Password"} hint={passwordHint} {...form.field("password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <Field label={isChange ? "Confirm new password" : "Confirm password"} {...form.field("confirmPassword")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </>
  );
}

type OneFieldProps = Pick<FieldProps, "input" | "error"> & { label?: string };

/** The field for the name that identifies an account. */
export const UsernameField = ({ label = "Username", ...field }: OneFieldProps) => (
  <TextField label={label} {...field} autoComplete="username" autoCapitalize="none" spellCheck={false} />
);

/** The field for the password that the account has now. */
export const OwnPasswordField = ({ label = "Your password", ...field }: OneFieldProps) => (
  <Field label={label} {...field}>
    <PasswordInput autoComplete="current-password" />
  </Field>
);
