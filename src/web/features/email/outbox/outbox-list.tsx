import type { MailSummary } from "#contract/email/outbox.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { BulkButton } from "#web/admin-kit/reason-dialog.tsx";
import { momentColumn, statusColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { kindLabel, mailStatuses, plainReason } from "./labels.ts";
import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { emailOverviewQuery } from "../queries.ts";

const emails = staffList("GET /api/admin/emails", {
  label: "Emails",
  // Emails change status by themselves.
  everyMs: 10_000,
  opens: "id",
  sort: "-createdAt",
  search: "Recipient, subject, order number",
  filters: {
    status: { label: "Status", choices: mailStatuses },
    kind: { label: "Type", pattern: /^.{1,60}/ },
  },
  empty: "Emails show up here as soon as something triggers them, like a paid order or a refund.",
  columns: {
    to: {
      sort: "asc",
      header: "To",
      phone: "title",
      cell: ({ to: { name, address } }) =>
        name ? <TwoLines strong top={name} below={address} /> : <span className="font-semibold">{address}</span>,
    },
    subject: {
      header: "Message",
      cell: (mail) => (
        <>
          <TwoLines
            top={mail.subject ?? (mail.mergedInto === null ? "Not written yet" : "Combined with other emails")}
            below={`${kindLabel(mail.kind)}${mail.resendOf === null ? "" : " · resent"}`}
          />
          {mail.error && <span className="mt-0.5 line-clamp-2 text-sm text-hibiscus">{plainReason(mail.error)}</span>}
        </>
      ),
    },
    status: statusColumn(mailStatuses),
    attempts: { header: "Attempts", figures: true, phone: "hidden", cell: ({ attempts }) => attempts },
    createdAt: momentColumn("createdAt", "Created", { sort: "desc" }),
    sentAt: {
      header: "Sent",
      figures: true,
      phone: "hidden",
      cell: ({ sentAt, status, nextAttemptAt }) =>
        sentAt && status === "sent" ? (
          <Moment at={sentAt} relative />
        ) : (
          <span className="text-muted">
            {nextAttemptAt ? (
              <>
                next attempt <Moment at={nextAttemptAt} />
              </>
            ) : (
              "–"
            )}
          </span>
        ),
    },
  },
});

/** The outbox: every email and its status. */
export function OutboxList() {
  const list = useStaffList(emails);
  const { data } = list.query;
  const kinds = data?.kinds.map(({ kind }) => kind) ?? (list.values.kind ? [list.values.kind] : []);
  const counts = new Map(data?.statuses.map(({ status, count }) => [status, count]));
  return (
    <>
      {data?.leaves === false && <NotSentCallout />}
      {data?.leaves === true && <UnsentCallout />}
      <StaffList
        list={list}
        bulk={{
          nameOf: (mail) => `${mail.subject ?? kindLabel(mail.kind)}, to ${mail.to.address}`,
          renderActions: ({ rows }) => <MailsBulk rows={rows} />,
        }}
        visibility={{ sentAt: data?.leaves !== false }}
        choices={{
          kind: kinds.map((value) => ({ value, label: kindLabel(value) })),
          status: Object.entries(mailStatuses).map(([value, { label }]) => ({
            value,
            label: `${label} (${formatCount(counts.get(value as MailSummary["status"]) ?? 0)})`,
          })),
        }}
      />
    </>
  );
}

/** Resends several emails, each as a new one. One-time emails and those still being sent are skipped and listed. */
function MailsBulk({ rows }: { rows: MailSummary[] }) {
  // Kept until the server responds: trying again after a lost connection sends one email, not two.
  const attempts = useRef(new Map<number, string>());
  const keyOf = (id: number) => {
    const key = attempts.current.get(id) ?? crypto.randomUUID();
    attempts.current.set(id, key);
    return key;
  };
  return (
    <BulkButton
      variant="gold"
      rows={rows}
      nameOf={(mail) => `${mail.to.address}: ${mail.subject ?? kindLabel(mail.kind)}`}
      title="Resend selected emails"
      action="Resend"
      done="Resent"
      reason={false}
      callOf={({ id }) =>
        async (send) => {
          await send("POST /api/admin/emails/{id}/resend", { params: { id }, body: {}, key: keyOf(id) });
          attempts.current.delete(id);
        }}
    >
      We write each email again with current details and send it to the same person.
    </BulkButton>
  );
}

/** What isn't sent, and why. */
const leftOut = (count: number) =>
  count > 0 && ` ${formatCount(count)} more ${count === 1 ? "is" : "are"} left out because the event has ended.`;

/** Sends what waited for an email server, in one press; renders nothing if nothing waited. */
export function UnsentCallout() {
  const { data } = useQuery(emailOverviewQuery());
  const press = usePress("We couldn't send the emails", async (write) => {
    const { count } = await write("POST /api/admin/emails/resend-unsent");
    showSuccess(count === 1 ? "1 email is on its way" : `${formatCount(count)} emails are on their way`);
    // The button is gone with the callout.
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  if (!data?.leaves || data.unsent === 0) return null;
  const isOne = data.unsent === 1;
  return (
    <Callout
      tone="soon"
      title={`${counted(data.unsent, "email")} ${isOne ? "was" : "were"} saved before an email server was connected`}
    >
      <p className="mb-3">
        {isOne ? "It's about an order" : "They're about orders"} of the last 30 days. We write{" "}
        {isOne ? "it" : "each one"} again with current details.{leftOut(data.unsentOver)}
      </p>
      <Button size="sm" {...press}>
        {isOne ? "Send it now" : "Send them all"}
      </Button>
    </Callout>
  );
}

/** Shown above emails while no email server is connected. */
export const NotSentCallout = () => (
  <Callout tone="soon" title="No email server is connected, so nothing is being sent">
    We save every email with its tickets, but no one gets them until whoever runs the server sets SMTP_URL. Saved emails
    aren't sent automatically after that: send them all with one press, here.
  </Callout>
);
