import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { EmailCheck } from "#contract/email/delivery.ts";
import { changeSettings, type Settings } from "#contract/settings/settings.ts";
import { TextField, Field, Textarea } from "#web/ui/field.tsx";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Failure, Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { NotSentCallout } from "#web/features/email/outbox/outbox-list.tsx";
import { settingsQuery } from "#web/features/settings/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { TestSend } from "./test-send.tsx";

type Doctor = { checks: EmailCheck[]; from: string; leaves: boolean };
const names: Record<EmailCheck["name"], string> = {
  server: "Email server",
  sender: "Sender",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  postal_address: "Postal address",
  webhook: "Bounce reports",
  queue: "Outbox",
};
const verdicts = {
  ok: { Icon: CircleCheck, label: "OK", style: "text-sea" },
  warning: { Icon: TriangleAlert, label: "Warning", style: "text-mango" },
  problem: { Icon: CircleAlert, label: "Problem", style: "text-hibiscus" },
};

/** What email needs to be set up, what is wrong with it, and a test. */
export function EmailSettings() {
  return (
    <div className="beside-26 gap-5">
      <Loaded query={useQuery(adminQuery("GET /api/admin/email-doctor"))} label="The email doctor" className="h-96">
        {(doctor) => <DoctorPanel doctor={doctor} />}
      </Loaded>
      <Loaded query={useQuery(settingsQuery())} label="The settings" className="h-60">
        {({ settings }) => <SendingSettings key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
    </div>
  );
}

function DoctorPanel({ doctor: { checks, from, leaves } }: { doctor: Doctor }) {
  const [answer, setAnswer] = useState<{ isAccepted: boolean; said: string }>();
  return (
    <div className="grid min-w-0 gap-5">
      {!leaves && <NotSentCallout />}
      <Panel compact title="Email doctor" text={`Emails come from ${from}.`}>
        <ul className="grid gap-4">
          {checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
        <TestSend
          send={async (write, email) =>
            setAnswer(await write("POST /api/admin/email-doctor/test", { body: { email } }))
          }
        />
        {answer && (
          <Callout
            tone={answer.isAccepted ? "good" : "bad"}
            title={answer.isAccepted ? "The email server accepted it" : "The email server refused it"}
          >
            <span className="wrap-anywhere">{answer.said}</span>
          </Callout>
        )}
      </Panel>
    </div>
  );
}

function Check({ check: { name, verdict, text, fix, record } }: { check: EmailCheck }) {
  const { Icon, label, style } = verdicts[verdict];
  return (
    <li className="flex gap-3">
      <Icon aria-label={label} role="img" className={clsx("mt-0.5 size-5 shrink-0", style)} />
      <div className="grid min-w-0 gap-1 text-sm">
        <p className="font-semibold">{names[name]}</p>
        <p className="text-muted wrap-anywhere">{text}</p>
        {fix && <p className="wrap-anywhere">{fix}</p>}
        {record && (
          <pre className="rounded-sm border border-line bg-raised p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {`${record.host}\n${record.type}  ${record.value}`}
          </pre>
        )}
      </div>
    </li>
  );
}

/** The settings that sending depends on. */
function SendingSettings({ settings }: { settings: Settings }) {
  const write = useAdminWrite();
  const form = useZodForm({
    schema: changeSettings.body!,
    bodyOf: ({ sender, rate, address }) => ({
      mailSenderName: sender.trim() || null,
      mailsPerSecond: rate.trim() === "" ? null : Number(rate),
      postalAddress: address.trim() || null,
    }),
    defaults: {
      sender: settings.mailSenderName ?? "",
      rate: String(settings.mailsPerSecond ?? ""),
      address: settings.postalAddress ?? "",
    },
    messages: { mailsPerSecond: "Enter 1 to 1000, or leave blank" },
    fields: { mailSenderName: "sender", mailsPerSecond: "rate", postalAddress: "address" },
    failureText,
    submit: async (changes) => {
      await write("POST /api/admin/settings", { body: changes });
      showSuccess("Settings saved");
    },
  });
  return (
    <Panel compact title="Sending">
      <form {...form.props} className="grid gap-4">
        <TextField
          label="Sender name"
          hint="Leave blank to use the server's default."
          maxLength={60}
          {...form.field("sender")}
        />
        <Field
          label="Postal address"
          hint="Shown at the bottom of marketing emails. US law requires it."
          {...form.field("address")}
        >
          <Textarea rows={3} maxLength={300} />
        </Field>
        <TextField
          label="Emails per second"
          hint="What your email provider allows. Leave blank for no limit."
          inputMode="numeric"
          {...form.field("rate")}
        />
        <Failure text={form.failure} />
        <Button type="submit" className="justify-self-start" loading={form.isBusy} disabled={!form.isDirty}>
          Save
        </Button>
      </form>
    </Panel>
  );
}
