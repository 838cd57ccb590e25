import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "../auth-dialog/password-input.tsx";
import { type DeviceOptions, signWithPasskey, usePasskeySupport, wasGivenUp } from "../passkey-device.ts";

export type ConfirmDialogProps = {
  factors: SecondFactors;
  onAnswer: (confirmed: boolean) => void;
  /** Why we ask. */
  reason?: string;
};

/** "Confirm it's you": asks for the password, a code, or a passkey. It unlocks sensitive actions for five minutes. */
export function ConfirmDialog({
  factors,
  onAnswer,
  reason = "Required to change how you sign in.",
}: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const isSupported = usePasskeySupport();
  const hasPasskey = factors.passkeys.length > 0 && isSupported;
  const asks = factors.hasPassword ? "password" : factors.totp ? "code" : undefined;

  async function show(proof: () => Promise<object | undefined>) {
    setPending(true);
    setFailure(undefined);
    try {
      const body = await proof();
      if (body) await callJson("POST", "/api/me/confirm", { body });
      setPending(false);
      if (body) onAnswer(true);
    } catch (error) {
      setPending(false);
      setFailure(sentence(error));
    }
  }

  const signed = async () => {
    try {
      const options = await callJson<DeviceOptions>("POST", "/api/me/confirm/challenge");
      return { assertion: await signWithPasskey(options) };
    } catch (error) {
      if (wasGivenUp(error)) return undefined;
      throw error;
    }
  };

  function submit(e: FormEvent) {
    e.preventDefault();
    if (!pending && asks) void show(async () => ({ [asks]: text }));
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onAnswer(false)} title="Confirm it's you" description={reason}>
      <div className="grid gap-5">
        {asks && (
          <form noValidate onSubmit={submit} className="grid gap-4">
            <Field label={asks === "password" ? "Your password" : "Code"} error={failure}>
              {asks === "password" ? (
                <PasswordInput autoComplete="current-password" value={text} onChange={(e) => setText(e.target.value)} />
              ) : (
                <Input
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  maxLength={7}
                  value={text}
                  onChange={(e) => setText(e.target.value)}
                />
              )}
            </Field>
            <Button type="submit" size="lg" loading={pending} disabled={text === ""}>
              Confirm
            </Button>
          </form>
        )}
        {hasPasskey && (
          <Button variant="outline" size="lg" loading={pending && text === ""} onClick={() => void show(signed)}>
            <KeyRound aria-hidden="true" className="size-5" />
            Use your passkey
          </Button>
        )}
        {!asks && failure && (
          <p role="alert" className="text-sm font-medium text-hibiscus">
            {failure}
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
