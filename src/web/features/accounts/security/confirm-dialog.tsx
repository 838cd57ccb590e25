import type { SecondFactors } from "#contract/accounts/second-factor.ts";
import type { CallBodyOf } from "#contract/calls.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { FactorForm } from "../factor-form.tsx";

export type ConfirmDialogProps = {
  factors: SecondFactors;
  onAnswer: (confirmed: boolean) => void;
  /** Why we ask. */
  reason: string;
};

/**
 * "Confirm it's you": asks for a code, a passkey or a recovery code; without two-factor, for the password. It unlocks
 * sensitive actions for half an hour.
 */
export function ConfirmDialog({ factors, onAnswer, reason }: ConfirmDialogProps) {
  const { totp, passkeys, recoveryCodesLeft, hasPassword } = factors;
  const hasFactor = totp !== null || passkeys.length > 0;
  const methods = [
    ...(totp ? ["totp"] : []),
    ...(passkeys.length > 0 ? ["passkey"] : []),
    ...(recoveryCodesLeft > 0 ? ["recovery_code"] : []),
  ];

  async function confirm(body: CallBodyOf<"POST /api/me/confirm">) {
    await callApi("POST /api/me/confirm", { body });
    onAnswer(true);
  }

  return (
    <Dialog onClose={() => onAnswer(false)} title="Confirm it's you" description={reason}>
      {hasFactor ? (
        <FactorForm
          methods={methods}
          action="Confirm"
          challenge={() => callApi("POST /api/me/confirm/challenge")}
          send={confirm}
        />
      ) : hasPassword ? (
        <PasswordForm send={confirm} />
      ) : (
        <p>Log out and back in, then try again.</p>
      )}
    </Dialog>
  );
}

function PasswordForm({ send }: { send: (body: { password: string }) => Promise<void> }) {
  const form = useZodForm({
    defaults: { password: "" },
    failureText: sentence,
    failureAt: () => "password",
    submit: send,
  });
  return (
    <form {...form.props} className="grid gap-4">
      <Field label="Your password" {...form.field("password")}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <Button type="submit" size="lg" loading={form.isBusy} disabled={form.values.password === ""}>
        Confirm
      </Button>
    </form>
  );
}

function sentence(error: unknown): string {
  if (!(error instanceof CallError)) return "That didn't go through. Please try again.";
  const isWrong = refusalOf("POST /api/me/confirm", error) === "wrong_password";
  return isWrong ? "That password is incorrect." : (error.answer.message ?? "Please try again.");
}
