import type { MailList, MailSummary } from "#contract/outbox.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import { momentColumn, statusColumn, TwoLines } from "#web/features/admin/table/cells.tsx";
import { type List, StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { formatCount } from "#web/features/admin/figures.tsx";
import { NotSentCallout } from "./not-sent-callout.tsx";
import { kindLabel, mailStatuses } from "./labels.ts";
import { useRef, useState } from "react";
import { BulkDialog } from "#web/features/admin/bulk-dialog.tsx";
import { Button } from "#web/ui/button.tsx";

const emails: List<MailSummary, MailList> = {
  label: "Emails",
  path: "/api/admin/emails",
  csv: true,
  // Emails change status by themselves.
  everyMs: 10_000,
  keyOf: ({ id }) => id,
  opens: "id",
  sort: "-createdAt",
  search: "Recipient, subject, order number",
  filters: {
    status: { label: "Status", any: "Any status", choices: mailStatuses },
    kind: {
      label: "Type",
      any: "Any type",
      pattern: /^.{1,60}/,
      choices: (data, kind) =>
        (data?.kinds ?? (kind ? [{ kind }] : [])).map((each) => ({ value: each.kind, label: kindLabel(each.kind) })),
    },
  },
  empty: "Emails show up here as soon as something triggers them, like a paid order or a refund.",
  columns: [
    {
      id: "to",
      sort: "asc",
      header: "To",
      phone: "title",
      cell: ({ to: { name, address } }) =>
        name ? <TwoLines strong top={name} below={address} /> : <span className="font-semibold">{address}</span>,
    },
    {
      id: "subject",
      header: "Message",
      cell: (mail) => (
        <>
          <TwoLines
            top={mail.subject ?? "Not written yet"}
            below={`${kindLabel(mail.kind)}${mail.resendOf === null ? "" : " · resent"}`}
          />
          {mail.error && <span className="mt-0.5 line-clamp-2 text-sm text-hibiscus">{mail.error}</span>}
        </>
      ),
    },
    statusColumn(mailStatuses),
    { id: "attempts", header: "Attempts", figures: true, phone: "hidden", cell: ({ attempts }) => attempts },
    momentColumn("createdAt", "Created", { sort: "desc" }),
    {
      id: "sentAt",
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
  ],
};

/** The outbox: every email and its status. */
export function OutboxList() {
  const list = useStaffList(emails);
  const { bulk, dialog } = useMailsBulk();
  const { data } = list.query;
  const counts = new Map(data?.statuses.map(({ status, count }) => [status, count]));
  return (
    <>
      {data?.leaves === false && <NotSentCallout />}
      <StaffList
        list={list}
        bulk={bulk}
        visibility={{ sentAt: data?.leaves !== false }}
        choices={{
          status: Object.entries(mailStatuses).map(([value, { label }]) => ({
            value,
            label: `${label} (${formatCount(counts.get(value as MailSummary["status"]) ?? 0)})`,
          })),
        }}
      />
      {dialog}
    </>
  );
}

/** Resends several emails, each as a new one. One-time emails and those still being sent are skipped and listed. */
function useMailsBulk() {
  const [asking, setAsking] = useState<MailSummary[]>();
  // Kept until the server responds: trying again after a lost connection sends one email, not two.
  const attempts = useRef(new Map<number, string>());
  const keyOf = (id: number) => {
    const key = attempts.current.get(id) ?? crypto.randomUUID();
    attempts.current.set(id, key);
    return key;
  };
  return {
    bulk: {
      nameOf: (mail: MailSummary) => `${mail.subject ?? kindLabel(mail.kind)}, to ${mail.to.address}`,
      renderActions: ({ rows }: { rows: MailSummary[] }) => (
        <Button size="sm" onClick={() => setAsking(rows)}>
          Resend
        </Button>
      ),
    },
    dialog: (
      <BulkDialog
        rows={asking}
        onClose={() => setAsking(undefined)}
        nameOf={(mail) => `${mail.to.address}: ${mail.subject ?? kindLabel(mail.kind)}`}
        title="Resend selected emails"
        action="Resend"
        done="Resent"
        reason={false}
        callOf={({ id }) => ({
          path: `/api/admin/emails/${id}/resend`,
          body: {},
          key: keyOf(id),
          onDone: () => attempts.current.delete(id),
        })}
      >
        We write each email again with current details and send it to the same person.
      </BulkDialog>
    ),
  };
}
