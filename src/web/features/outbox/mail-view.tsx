import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import type { MailDetail, MailSummary } from "#contract/outbox.ts";
import { OrderLink } from "#web/features/box-office/order-link.tsx";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataList } from "#web/ui/data-list.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { KeptNotice } from "./kept-notice.tsx";
import { MailBody } from "./mail-body.tsx";
import { mailQuery } from "./queries.ts";
import { kindLabel, mailStates } from "./words.ts";

/** One message: how it stands, and the message itself as it was sent. */
export function MailView({ id }: { id: number }) {
  const { data: mail, error } = useQuery(mailQuery(id));

  return (
    <div className="grid gap-4">
      {error && !mail && <Notice tone="bad" title={failureText(error)} />}
      {!mail && !error && <Skeleton className="h-96" />}
      {mail && (
        <>
          {mail.status === "kept" && !mail.leaves && <KeptNotice />}
          {mail.error && (
            <Notice
              tone={mail.status === "failed" ? "bad" : "soon"}
              title={mail.status === "failed" ? "It did not leave" : "The last try failed"}
            >
              <span className="wrap-anywhere">{mail.error}</span>
            </Notice>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <MailFacts mail={mail} />
            <MailBody mail={mail} />
          </div>
        </>
      )}
    </div>
  );
}

function MailFacts({ mail }: { mail: MailDetail }) {
  const state = mailStates[mail.status];
  return (
    <div className="grid gap-5 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-2">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{mail.subject ?? kindLabel(mail.kind)}</h2>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <Badge tone={state.tone}>{state.label}</Badge>
          {state.meaning}
        </p>
      </div>
      <DataList
        className="text-sm"
        items={[
          {
            term: "To",
            detail: (
              <span className="wrap-anywhere">
                {mail.to.name ? `${mail.to.name} <${mail.to.address}>` : mail.to.address}
              </span>
            ),
          },
          { term: "From", detail: <span className="wrap-anywhere">{mail.from}</span> },
          { term: "Kind", detail: kindLabel(mail.kind) },
          ...(mail.order
            ? [
                {
                  term: "Order",
                  detail: <OrderLink order={mail.order} />,
                },
              ]
            : []),
          { term: "Written", detail: <Moment at={mail.createdAt} /> },
          ...(mail.sentAt
            ? [{ term: mail.status === "kept" ? "Kept" : "Left", detail: <Moment at={mail.sentAt} /> }]
            : []),
          ...(mail.nextAttemptAt ? [{ term: "Next try", detail: <Moment at={mail.nextAttemptAt} /> }] : []),
          { term: "Tries", detail: mail.attempts },
          ...(mail.requestedBy ? [{ term: "Asked for by", detail: mail.requestedBy }] : []),
        ]}
      />
      <ResendButton mail={mail} />
      <Relatives mail={mail} />
    </div>
  );
}

function Relatives({ mail }: { mail: MailDetail }) {
  const address = useListAddress();
  if (mail.resends.length === 0 && mail.resendOf === null) return null;
  const link = (id: number, text: string) => (
    <Link className="underline underline-offset-3" to={address.addressWith({ id, page: address.page })}>
      {text}
    </Link>
  );
  return (
    <div className="grid gap-1.5 border-t border-line pt-4 text-sm">
      {mail.resendOf !== null && <p>{link(mail.resendOf, "The mail that this one repeats")}</p>}
      {mail.resends.map((resend) => (
        <p key={resend.id} className="flex justify-between gap-3">
          {link(resend.id, "Sent again")}
          <span className="text-muted">
            {mailStates[resend.status].label}, <Moment at={resend.createdAt} relative />
          </span>
        </p>
      ))}
    </div>
  );
}

const whyNot = {
  on_its_way: "It is still on its way: it cannot be sent again yet.",
  one_time: "What it says is good once, so it cannot be repeated; it has to be asked for anew.",
};

function ResendButton({ mail }: { mail: MailDetail }) {
  const write = useDeskWrite();
  const address = useListAddress();
  const attempt = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    // Kept until it is answered: pressing again after a broken line sends one mail, not two.
    attempt.current ??= crypto.randomUUID();
    try {
      const copy = await write<MailSummary>(`/api/admin/emails/${mail.id}/resend`, {}, attempt.current);
      attempt.current = undefined;
      toast({
        title: mail.leaves ? "It is sent again" : "Written again and kept",
        description: `To ${copy.to.address}`,
        tone: "good",
      });
      address.change({ id: copy.id });
    } catch (error) {
      toast({ title: "It was not sent again", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }

  if (mail.noResend) return <p className="text-sm text-muted">{whyNot[mail.noResend]}</p>;
  return (
    <Button variant="outline" loading={isBusy} onClick={() => void resend()}>
      <RotateCw aria-hidden="true" className="size-4.5" />
      Send again
    </Button>
  );
}
