import { useBrandZone } from "#web/lib/site.ts";
import { useSuspenseQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Callout } from "#web/ui/callout.tsx";
import { PanelSection, SecurityRow } from "../panel/panel-section.tsx";
import { useUser } from "../user-provider.tsx";
import { Passkeys, type FactorProps, RecoveryCodes } from "./passkeys.tsx";
import { secondFactorsQuery, staffPolicyQuery } from "../panel/queries.ts";
import { changeReason, useDelicate } from "./fresh-proof.tsx";
import { ProofGivenUp, useFreshProof } from "#web/lib/fresh-proof.ts";
import { useState } from "react";
import type { ReplyOf } from "#contract/calls.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { applyReply } from "#web/lib/query-client.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

type TotpSecret = ReplyOf<"POST /api/me/second-factor/totp">;

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** `onDone` gets recovery codes to show, unless the account already has some. */
type TotpSetUpProps = { started: TotpSecret; onDone: FactorProps["onCodes"] };

/** The secret for an authenticator app, as a QR code and as text, and the field for its first code. */
function TotpSetUp({ started, onDone }: TotpSetUpProps) {
  const withProof = useFreshProof();
  const form = useZodForm({
    defaults: { code: "" },
    failureText: (error) =>
      (error instanceof CallError ? error.answer.message : error instanceof ProofGivenUp ? error.message : undefined) ??
      "That didn't go through. Please try again.",
    failureAt: () => "code",
    submit: async (body) => {
      const send = () => callApi("POST /api/me/second-factor/totp/confirm", { body });
      onDone((await withProof(send, changeReason)).recoveryCodes);
    },
  });

  return (
    <div className="grid gap-5">
      <div className="grid items-center gap-5 sm:grid-cols-[11rem_1fr]">
        <QrCode code={started.uri} label="QR code for your authenticator app" className="mx-auto max-w-44 rounded-sm" />
        <div className="grid gap-2">
          <p>Scan this with your authenticator app, or enter the key:</p>
          <p className="font-mono text-sm break-words select-all" data-secret={started.secret}>
            {inFours(started.secret)}
          </p>
          <a href={started.uri} className="text-sm text-gilt underline underline-offset-4 sm:hidden">
            Open the app on this phone
          </a>
        </div>
      </div>
      <form {...form.props} className="grid gap-4">
        <Field label="Code" hint="Enter the 6-digit code from the app." {...form.field("code")}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={7}
            className="font-mono tracking-[0.2em]"
          />
        </Field>
        <Button type="submit" size="lg" loading={form.isBusy} disabled={form.values.code.trim() === ""}>
          Turn on
        </Button>
      </form>
    </div>
  );
}

/** Time-based codes: whether they are on, and the button to change that. */
function AuthenticatorApp({ factors, onCodes }: FactorProps) {
  const { run, isBusy, refresh } = useDelicate();
  const [started, setStarted] = useState<TotpSecret>();
  const { totp } = factors;
  const brandZone = useBrandZone();

  const toggle = () =>
    void run(async () => {
      if (!totp) return setStarted(await callApi("POST /api/me/second-factor/totp"));
      await callApi("DELETE /api/me/second-factor/totp");
      toast({ title: "Authenticator app turned off" });
      await refresh();
    });

  function done(recoveryCodes: string[] | null) {
    setStarted(undefined);
    onCodes(recoveryCodes);
    if (!recoveryCodes) toast({ title: "Authenticator app turned on", tone: "good" });
    void refresh();
  }

  return (
    <SecurityRow
      title="Authenticator app"
      badge={totp && <Badge tone="good">On</Badge>}
      text={
        totp
          ? `On since ${formatShortDate(totp.confirmedAt, brandZone)}.`
          : "A code from an app on your phone, on top of your password."
      }
      action={{
        loading: isBusy,
        onClick: toggle,
        children: totp ? "Turn off" : "Set up",
      }}
    >
      {started && (
        <Dialog onClose={() => setStarted(undefined)} title="Authenticator app">
          <TotpSetUp started={started} onDone={done} />
        </Dialog>
      )}
    </SecurityRow>
  );
}

/** The account panel's two-factor section: authenticator app, passkeys, recovery codes. For members. */
export function SecuritySettings() {
  const { isAdmin } = useUser();
  const { data: factors } = useSuspenseQuery({ ...secondFactorsQuery(), refetchOnMount: "always" });
  const [codes, setCodes] = useState<string[] | null>(null);
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0;
  const props = { factors, onCodes: setCodes };

  return (
    <PanelSection title="Two-factor authentication" text="Keeps others out, even if they know your password.">
      {factors.missing && (
        <Callout tone="soon" title="Staff must use two-factor authentication">
          Set up an authenticator app or a passkey to use staff pages.
        </Callout>
      )}
      <div className="grid">
        <AuthenticatorApp {...props} />
        <Passkeys {...props} />
        {hasFactor && <RecoveryRow {...props} />}
        {isAdmin && !factors.missing && <StaffPolicyRow hasFactor={hasFactor} />}
      </div>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </PanelSection>
  );
}

/** The codes to use when the user has lost every device. */
function RecoveryRow({ factors, onCodes }: FactorProps) {
  const { run, isBusy, refresh } = useDelicate();
  const left = factors.recoveryCodesLeft;

  const renew = () =>
    void run(async () => {
      const reply = await callApi("POST /api/me/second-factor/recovery-codes");
      onCodes(reply.recoveryCodes);
      await refresh();
    });

  return (
    <SecurityRow
      title="Recovery codes"
      badge={<Badge tone={left > 2 ? "plain" : "soon"}>{left} left</Badge>}
      text="Each one lets you in once if you lose your phone. New codes replace the old ones."
      action={{ loading: isBusy, onClick: renew, children: "Create new codes" }}
    />
  );
}

/** For admins: whether all staff must use two-factor authentication. */
function StaffPolicyRow({ hasFactor }: { hasFactor: boolean }) {
  const { run, isBusy } = useDelicate();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(staffPolicyQuery());
  if (!data) {
    return error ? (
      <SecurityRow
        title="Require two-factor for staff"
        text="We couldn't load this setting."
        action={{ loading: isFetching, onClick: () => void refetch(), children: "Try again" }}
      />
    ) : null;
  }

  const toggle = () =>
    void run(async () => {
      const policy = await callApi("PUT /api/admin/policies/staff-second-factor", {
        body: { required: !data.required },
      });
      await applyReply(queryClient, staffPolicyQuery().queryKey, policy);
    });

  return (
    <SecurityRow
      title="Require two-factor for staff"
      badge={data.required && <Badge tone="gold">Required</Badge>}
      text={
        hasFactor
          ? "Admins and moderators without two-factor can sign in, but can't use staff pages until they set it up."
          : "Set up your own two-factor first. Then you can require it for all staff."
      }
      action={
        hasFactor && {
          loading: isBusy,
          onClick: toggle,
          children: data.required ? "Make optional" : "Require",
        }
      }
    />
  );
}
