import type { SecondFactors } from "#contract/second-factor.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { PasskeyButton, signChallenge, usePasskeySupport } from "../passkey-device.tsx";

export type ConfirmDialogProps = {
  factors: SecondFactors;
  onAnswer: (confirmed: boolean) => void;
  /** Why we ask. */
  reason: string;
};

/** "Confirm it's you": asks for the password, a code, or a passkey. It unlocks sensitive actions for five minutes. */
export function ConfirmDialog({ factors, onAnswer, reason }: ConfirmDialogProps) {
  const isSupported = usePasskeySupport();
  const hasPasskey = factors.passkeys.length > 0 && isSupported;
  const asks = factors.hasPassword ? "password" : factors.totp ? "code" : undefined;

  async function confirm(body: object) {
    await callJson("POST", "/api/me/confirm", { body });
    onAnswer(true);
  }
  const form = useZodForm({
    defaults: { text: "" },
    failureText: sentence,
    failureAt: () => "text",
    submit: ({ text }) => confirm({ [asks!]: text }),
  });

  async function sign() {
    const proof = await signChallenge("/api/me/confirm/challenge");
    if (proof) await confirm(proof);
  }

  return (
    <Dialog onClose={() => onAnswer(false)} title="Confirm it's you" description={reason}>
      <div className="grid gap-5">
        {asks && (
          <form {...form.props} className="grid gap-4">
            <Field label={asks === "password" ? "Your password" : "Code"} {...form.field("text")}>
              {asks === "password" ? (
                <PasswordInput autoComplete="current-password" />
              ) : (
                <Input autoComplete="one-time-code" inputMode="numeric" maxLength={7} />
              )}
            </Field>
            <Button type="submit" size="lg" loading={form.isBusy} disabled={form.values.text === ""}>
              Confirm
            </Button>
          </form>
        )}
        {hasPasskey && <PasskeyButton form={form} variant="outline" onPress={sign} />}
        {!asks && form.error("text") && (
          <p role="alert" className="text-sm font-medium text-hibiscus">
            {form.error("text")}
          </p>
        )}
        {!asks && !hasPasskey && <p>Log out and back in, then try again.</p>}
      </div>
    </Dialog>
  );
}

function sentence(error: unknown): string {
  if (!(error instanceof CallError)) return "That didn't go through. Please try again.";
  const { code, message } = error.answer;
  return code === "wrong_password" ? "That password is incorrect." : (message ?? "Please try again.");
}
