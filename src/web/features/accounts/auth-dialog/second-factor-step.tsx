import { KeyRound } from "lucide-react";
import { useState } from "react";
import { type SessionUser, unwrapUser } from "#web/lib/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { usePasskeySupport, type DeviceOptions, signWithPasskey, wasGivenUp } from "../passkey-device.ts";
import { type SecondStep, welcomeBack } from "./submit.ts";
import type { FactorProof } from "#contract/second-factor.ts";
import { CallError, callJson } from "#web/lib/call.ts";
import { networkFailure } from "../failure-text.ts";

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

export type SecondFactorStepProps = {
  step: SecondStep;
  onSignedIn: (user: SessionUser) => void;
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
    submit: ({ text }) => finish(finishLogin(step.ticket, typed === "code" ? { code: text } : { recoveryCode: text })),
  });

  async function finish(work: Promise<FinishOutcome>): Promise<void> {
    const outcome = await work;
    if (outcome === undefined) return;
    if ("user" in outcome) {
      welcomeBack(outcome.user);
      onSignedIn(outcome.user);
      return;
    }
    if (!outcome.over) return form.setError("text", { message: outcome.failure });
    toast({ title: "Login Failed", description: outcome.failure, tone: "bad" });
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
        <Button
          variant={typed === undefined ? "gold" : "outline"}
          size="lg"
          loading={form.isBusy && form.values.text === ""}
          onClick={() => void form.attempt(() => finish(finishWithPasskey(step.ticket)))}
        >
          <KeyRound className="size-5" />
          Use your passkey
        </Button>
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

/** The signed-in user; or the message to show and whether sign-in must start over; or undefined if the user stopped. */
type FinishOutcome = { user: SessionUser } | { failure: string; over: boolean } | undefined;

/** Sends the second factor of a sign-in. */
async function finishLogin(ticket: string, proof: FactorProof): Promise<FinishOutcome> {
  try {
    const user = unwrapUser(await callJson("POST", "/api/auth/second-factor", { body: { ticket, ...proof } }));
    return user ? { user } : { failure: "Invalid user data received", over: true };
  } catch (error) {
    return failureOf(error);
  }
}

/** The same, with a passkey on this device. */
async function finishWithPasskey(ticket: string): Promise<FinishOutcome> {
  try {
    const options = await callJson<DeviceOptions>("POST", "/api/auth/second-factor/challenge", { body: { ticket } });
    return await finishLogin(ticket, { assertion: await signWithPasskey(options) });
  } catch (error) {
    return wasGivenUp(error) ? undefined : failureOf(error);
  }
}

function failureOf(error: unknown): FinishOutcome {
  if (!(error instanceof CallError)) {
    const offline = error instanceof TypeError;
    return { failure: offline ? networkFailure() : "We couldn't use your passkey. Please try again.", over: false };
  }
  const { code, message } = error.answer;
  return { failure: message ?? "Please check your credentials", over: code === "sign_in_expired" };
}
