import { Details } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Link } from "#web/lib/router.ts";
import type { MailDetail } from "#contract/email/outbox.ts";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { NotSentCallout } from "./outbox-list.tsx";
import { apiPath } from "#web/lib/paths.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { kindLabel, mailStatuses, plainReason } from "./labels.ts";
import { useState } from "react";
import { TextField } from "#web/ui/field.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

/** One email: its status, and the message as sent. */
export function MailView({ id }: { id: number }) {
  // Emails change status by themselves.
  const query = useQuery(adminQuery("GET /api/admin/emails/{id}", { params: { id } }, 10_000));
  return (
    <div className="grid gap-4">
      <Loaded query={query} className="h-96">
        {(mail) => (
          <>
            {mail.status === "not_sent" && !mail.leaves && <NotSentCallout />}
            {mail.error && (
              <Callout
                tone={mail.status === "failed" ? "bad" : "soon"}
                title={mail.status === "failed" ? "We couldn't send this email" : "The last attempt failed"}
              >
                <span className="wrap-anywhere">{plainReason(mail.error)}</span>
              </Callout>
            )}
            <div className="grid items-start gap-6 lg:grid-cols-[min(20rem,50%)_minmax(0,1fr)]">
              <MailDetails mail={mail} />
              <MailBody mail={mail} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

function MailDetails({ mail }: { mail: MailDetail }) {
  const status = mailStatuses[mail.status];
  return (
    <div className="grid gap-5 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-2">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{mail.subject ?? kindLabel(mail.kind)}</h2>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <StatusBadge {...status} />
          {status.meaning}
        </p>
      </div>
      <Details
        of={{
          To: mail.to.name ? `${mail.to.name} <${mail.to.address}>` : mail.to.address,
          From: mail.from,
          Type: kindLabel(mail.kind),
          Order: mail.order && <OrderLink order={mail.order} />,
          Created: <Moment at={mail.createdAt} />,
          [mail.status === "not_sent" ? "Saved" : "Sent"]: mail.sentAt && <Moment at={mail.sentAt} />,
          "Next attempt": mail.nextAttemptAt && <Moment at={mail.nextAttemptAt} />,
          Attempts: mail.attempts,
          "Requested by": mail.requestedBy,
        }}
      />
      {mail.canRetry && <RetryButton id={mail.id} />}
      <ResendButton mail={mail} />
      {mail.order && !mail.noResend && <ResendElsewhere mail={mail} />}
      <Relatives mail={mail} />
    </div>
  );
}

function Relatives({ mail }: { mail: MailDetail }) {
  const address = useListAddress();
  if (mail.resends.length === 0 && mail.resendOf === null && mail.mergedInto === null) return null;
  const link = (id: number, text: string) => (
    <Link className="underline underline-offset-3" to={address.addressWith({ id, ...address.at })}>
      {text}
    </Link>
  );
  return (
    <div className="grid gap-1.5 border-t border-line pt-4 text-sm">
      {mail.mergedInto !== null && <p>{link(mail.mergedInto, "Email that lists this one")}</p>}
      {mail.resendOf !== null && <p>{link(mail.resendOf, "Original email")}</p>}
      {mail.resends.map((resend) => (
        <p key={resend.id} className="flex justify-between gap-3">
          {link(resend.id, "Resent")}
          <span className="text-muted">
            {mailStatuses[resend.status].label}, <Moment at={resend.createdAt} relative />
          </span>
        </p>
      ))}
    </div>
  );
}

const reasons = {
  on_its_way: "This email is still being sent, so you can't resend it yet.",
  other_address:
    "This email didn't go to the order's current email, so you can't resend it. To send the tickets, open the order.",
  one_time: "This email's link works only once, so you can't resend it. The recipient has to request a new one.",
};

/** Emails with a link that works once. */
const linkKinds = new Set(["account_link", "interest_confirmation"]);

/** Tries a failed email again. One that may have arrived has no such button. */
function RetryButton({ id }: { id: number }) {
  const retry = usePress("We couldn't retry the email", async (write) => {
    await write("POST /api/admin/emails/{id}/retry", { params: { id }, body: {} });
    showSuccess("We'll try again now");
  });
  return <Button {...retry}>Retry</Button>;
}

/** Sends an email about an order to another address, with a reason for the activity log. */
function ResendElsewhere({ mail }: { mail: MailDetail }) {
  const address = useListAddress();
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState("");
  const form = useReasonForm({
    defaults: { email: "" },
    onClose: () => setOpen(false),
    submit: async ({ email, reason }, write) => {
      const copy = await write("POST /api/admin/emails/{id}/resend", {
        params: { id: mail.id },
        body: { email: email.trim(), reason },
        key,
      });
      showSuccess(mail.leaves ? "Email resent" : "Email saved, not sent", `To ${copy.to.address}`);
      address.change({ id: copy.id });
    },
  });
  function open() {
    setKey(crypto.randomUUID());
    setOpen(true);
  }
  return (
    <>
      <Button variant="quiet" onClick={open}>
        Send to another address
      </Button>
      <ReasonDialog
        form={form}
        open={isOpen}
        title="Send to another address"
        action="Send"
        extra={<TextField label="Email" type="email" required {...form.field("email")} />}
      >
        Whoever reads it can use the tickets in it. Check the address first.
      </ReasonDialog>
    </>
  );
}

function ResendButton({ mail }: { mail: MailDetail }) {
  const address = useListAddress();
  const resend = usePress("We couldn't resend the email", async (write, key) => {
    const copy = await write("POST /api/admin/emails/{id}/resend", { params: { id: mail.id }, body: {}, key });
    showSuccess(mail.leaves ? "Email resent" : "Email saved, not sent", `To ${copy.to.address}`);
    address.change({ id: copy.id });
  });
  if (mail.noResend) {
    const hasOneTimeLink = linkKinds.has(mail.kind) || mail.noResend !== "one_time";
    return (
      <p className="text-sm text-muted">
        {hasOneTimeLink ? reasons[mail.noResend] : "You can resend only emails about an order."}
      </p>
    );
  }
  return (
    <Button variant="outline" {...resend}>
      <RotateCw className="size-4.5" />
      Resend
    </Button>
  );
}

/** The email as the recipient gets it: its HTML in a frame that runs no scripts, and its plain text. */
function MailBody({ mail }: { mail: MailDetail }) {
  const [view, setView] = useState("html");
  if (!mail.hasHtml) {
    return (
      <p className="rounded-md border border-dashed border-edge px-6 py-16 text-center text-muted">
        {mail.mergedInto === null
          ? "We write this email when we send it. There's nothing to show until then."
          : "This email has no text of its own. Open the email that lists it."}
      </p>
    );
  }
  return (
    <Tabs
      label="Email format"
      value={view}
      onValueChange={setView}
      tabs={[
        {
          value: "html",
          label: "Preview",
          content: (
            <iframe
              title={`Email: ${mail.subject ?? ""}`}
              // Its response sets the same sandbox and loads nothing else; see the outbox's routes.
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              src={apiPath("GET /api/admin/emails/{id}/html", { params: { id: mail.id } })}
              className="h-[75dvh] min-h-96 w-full rounded-md border border-line bg-[#f3ece0]"
            />
          ),
        },
        {
          value: "text",
          label: "Plain text",
          content: (
            <pre className="overflow-x-auto rounded-md border border-line bg-panel p-5 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap">
              {mail.bodyText}
            </pre>
          ),
        },
      ]}
    />
  );
}
