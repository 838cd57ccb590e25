import { type ReactNode, useState } from "react";
import type { FactorProof } from "#contract/accounts/second-factor.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { networkFailure } from "./failure-text.ts";
import { type Challenge, PasskeyButton, signChallenge, usePasskeySupport } from "./passkey-device.tsx";

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

type FactorFormProps = {
  /** The methods that the user can use, as the API names them. */
  methods: string[];
  /** What the button says. */
  action: string;
  /** Gets the challenge that a passkey signs. */
  challenge: () => Promise<Challenge>;
  /** Sends the proof; what it throws shows in the form. */
  send: (proof: FactorProof) => Promise<void>;
  /** More buttons below. */
  children?: ReactNode;
};

/** Asks for one second factor: a code, a passkey, or a recovery code. */
export function FactorForm({ methods, action, challenge, send, children }: FactorFormProps) {
  const hasTotp = methods.includes("totp");
  const isSupported = usePasskeySupport();
  const hasPasskey = methods.includes("passkey") && isSupported;
  const hasRecovery = methods.includes("recovery_code");
  const [typed, setTyped] = useState<Typed | undefined>(hasTotp ? "code" : hasPasskey ? undefined : "recoveryCode");
  const form = useZodForm({
    defaults: { text: "" },
    failureText: factorFailureText,
    failureAt: () => "text",
    submit: ({ text }) => send(typed === "code" ? { code: text } : { recoveryCode: text }),
  });

  async function sign() {
    const proof = await signChallenge(challenge);
    if (proof) await send(proof);
  }

  function choose(next: Typed) {
    setTyped(next);
    form.reset();
  }

  const other: Typed | undefined =
    typed === "recoveryCode" ? (hasTotp ? "code" : undefined) : hasRecovery ? "recoveryCode" : undefined;

  return (
    <div className="grid gap-5">
      {hasPasskey && <PasskeyButton form={form} variant={typed === undefined ? "gold" : "outline"} onPress={sign} />}
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
            {action}
          </Button>
        </form>
      )}
      {typed === undefined && form.error("text") && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {form.error("text")}
        </p>
      )}
      {(other ?? children) && (
        <div className="flex flex-wrap justify-between gap-x-6">
          {other && (
            <Button variant="quiet" size="sm" className="-ml-3" onClick={() => choose(other)}>
              {other === "code" ? "Use authenticator app" : "Use a recovery code"}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

/** What went wrong with a second factor. */
export function factorFailureText(error: unknown): string {
  if (error instanceof CallError) return error.answer.message ?? "Please check your credentials";
  return error instanceof TypeError ? networkFailure() : "We couldn't use your passkey. Please try again.";
}
