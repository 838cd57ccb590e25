import { useState } from "react";
import { unwrapUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { PasskeyButton, signChallenge, usePasskeySupport } from "../passkey-device.tsx";
import { type SecondStep, type SignInSteps, welcomeBack } from "./submit.ts";
import type { FactorProof } from "#contract/second-factor.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { failureCode, networkFailure } from "../failure-text.ts";

type Typed = "code" | "recoveryCode";

const fields = {
  code: {
    label: "Code",
    hint: "Enter the 6-digit code from your authenticator app.",
    input: { autoComplete: "one-time-code", inputMode: "numeric", maxLength: 7 },
  },
  recoveryCode: {
    label: "Recovery code",
    hint: "Enter one of your saved codes. Each works once.",
    input: { autoComplete: "off", autoCapitalize: "characters", spellCheck: false, maxLength: 20 },
  },
} as const;

type SecondFactorStepProps = Pick<SignInSteps, "onSignedIn"> & {
  step: SecondStep;
  /** Returns to username and password: the sign-in expired, or someone else wants to sign in. */
  onBack: () => void;
};

/** The second step of a sign-in: a code, a passkey, or a recovery code. */
export function SecondFactorStep({ step, onSignedIn, onBack }: SecondFactorStepProps) {
  const hasTotp = step.methods.includes("totp");
  const isSupported = usePasskeySupport();
  const hasPasskey = step.methods.includes("passkey") && isSupported;
  const hasRecovery = step.methods.includes("recovery_code");
  const [typed, setTyped] = useState<Typed | undefined>(hasTotp ? "code" : hasPasskey ? undefined : "recoveryCode");
  const form = useZodForm({
    defaults: { text: "" },
    failureText,
    failureAt: () => "text",
    submit: ({ text }) => finish(typed === "code" ? { code: text } : { recoveryCode: text }),
  });

  /** Sends the second factor of a sign-in, if there is one. An expired sign-in starts over. */
  async function finish(proof: FactorProof | Promise<FactorProof | undefined>): Promise<void> {
    try {
      const given = await proof;
      if (!given) return;
      const body = { ticket: step.ticket, ...given };
      const user = unwrapUser(await callJson("POST", "/api/auth/second-factor", { body }));
      if (user) welcomeBack(user, onSignedIn);
      else startOver("Invalid user data received");
    } catch (error) {
      if (failureCode(error) !== "sign_in_expired") throw error;
      startOver(failureText(error));
    }
  }

  function startOver(description: string) {
    toast({ title: "Login Failed", description, tone: "bad" });
    onBack();
  }

  function choose(next: Typed) {
    setTyped(next);
    form.reset();
  }

  const other: Typed | undefined =
    typed === "recoveryCode" ? (hasTotp ? "code" : undefined) : hasRecovery ? "recoveryCode" : undefined;

  return (
    <div className="grid gap-5">
      {hasPasskey && (
        <PasskeyButton
          form={form}
          variant={typed === undefined ? "gold" : "outline"}
          onPress={() => finish(signChallenge("/api/auth/second-factor/challenge", { ticket: step.ticket }))}
        />
      )}
      {typed && (
        <form {...form.props} className="grid gap-4">
          <Field label={fields[typed].label} hint={fields[typed].hint} {...form.field("text")}>
            <Input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's only field; the button that had focus is gone
              autoFocus
              key={typed}
              {...fields[typed].input}
              className="font-mono tracking-[0.2em]"
            />
          </Field>
          <Button type="submit" size="lg" loading={form.isBusy} disabled={form.values.text.trim() === ""}>
            Continue
          </Button>
        </form>
      )}
      {typed === undefined && form.error("text") && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {form.error("text")}
        </p>
      )}
      <div className="flex flex-wrap justify-between gap-x-6">
        {other && (
          <Button variant="quiet" size="sm" className="-ml-3" onClick={() => choose(other)}>
            {other === "code" ? "Use authenticator app" : "Use a recovery code"}
          </Button>
        )}
        <Button variant="quiet" size="sm" className="-ml-3" onClick={onBack}>
          Back to login
        </Button>
      </div>
    </div>
  );
}

function failureText(error: unknown): string {
  if (error instanceof CallError) return error.answer.message ?? "Please check your credentials";
  return error instanceof TypeError ? networkFailure() : "We couldn't use your passkey. Please try again.";
}
