import type { Campaign } from "#contract/campaigns/campaigns.ts";
import { Link } from "#web/lib/router.ts";
import { plainReason } from "#web/features/email/outbox/labels.ts";
import { counted, Figures, formatCount, formatShare } from "#web/admin-kit/figures.tsx";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { statusColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { showSuccess, usePress } from "#web/admin-kit/use-admin-write.ts";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useState } from "react";
import { campaignStatuses, recipientStatuses } from "./labels.ts";
import { PreviewFrame } from "#web/features/email/preview-frame.tsx";
import { emailPath } from "#web/features/email/queries.ts";
import { RefusalCallout } from "#web/features/email/refusal-callout.tsx";
import { apiPath } from "#web/lib/paths.ts";

/** A campaign after it was scheduled: how far it is, what came of it, and who got it. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { id, name, status, content, counts, results } = campaign;
  return (
    <div className="@container grid min-w-0 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="flex flex-wrap items-center gap-3 text-lg font-semibold">
            {name} <StatusBadge {...campaignStatuses[status]} />
          </h2>
          <p className="text-sm text-muted">
            {content.subject}
            {status === "scheduled" && campaign.scheduledAt && (
              <>
                {" · starts "}
                <Moment at={campaign.scheduledAt} /> ({campaign.timeZone.replaceAll("_", " ")})
              </>
            )}
            {campaign.isCollecting && " · collecting recipients"}
          </p>
        </div>
        <Steps campaign={campaign} />
      </div>
      {campaign.problem && (
        <RefusalCallout refusal={campaign.problem} title="Your email server refused this campaign, so we paused it">
          No one was suppressed. Once it's fixed, press Resume, and everyone who's still waiting gets it.
        </RefusalCallout>
      )}
      <Progress campaign={campaign} />
      <Figures
        items={[
          { label: "Recipients", value: formatCount(counts.total) },
          { label: "Sent", value: formatCount(counts.sent), note: formatShare(counts.sent, counts.total) },
          {
            label: "Clicked",
            value: formatCount(results.clickers),
            note: `${formatShare(results.clickers, counts.sent)} of sent`,
          },
          { label: "Unsubscribed", value: formatCount(results.unsubscribes) },
          {
            label: "Revenue",
            value:
              results.revenue.length === 0
                ? "–"
                : results.revenue.map((each) => formatMoney(each.revenueCents, each.currency)).join(" + "),
            note:
              results.revenue.length === 0
                ? "no orders yet"
                : `from ${results.revenue.map(({ orders }) => counted(orders, "order")).join(", ")}, after refunds`,
          },
        ]}
      />
      <div className="halves items-start gap-5">
        <div className="grid min-w-0 gap-5">
          <Links links={campaign.links} />
          <Recipients id={id} />
        </div>
        <div className="min-w-0 @max-[57.25rem]:-order-1 @min-[57.25rem]:sticky @min-[57.25rem]:top-20">
          <PreviewFrame
            title={`Email: ${content.subject}`}
            srcOf={(theme) => apiPath("GET /api/admin/campaigns/{id}/html", { params: { id }, query: { theme } })}
          />
        </div>
      </div>
    </div>
  );
}

function Progress({ campaign: { counts } }: { campaign: Campaign }) {
  const settled = counts.total - counts.waiting - counts.sending;
  const parts = (["waiting", "not_sent", "failed", "unknown", "skipped"] as const).filter((name) => counts[name] > 0);
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label="Progress"
        max={Math.max(1, counts.total)}
        value={settled}
        className="h-2.5 w-full appearance-none overflow-hidden rounded-sm [&::-moz-progress-bar]:bg-gold [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-gold"
      />
      <p className="text-sm text-muted tabular-nums" aria-live="polite">
        {formatCount(settled)} of {formatCount(counts.total)} done
        {parts.map((name) => ` · ${formatCount(counts[name])} ${recipientStatuses[name].label.toLowerCase()}`)}
      </p>
      {counts.unknown > 0 && (
        <p className="text-sm text-muted">
          Unknown: the email server stopped answering after it got the email. We won't send it again, so no one gets it
          twice.
        </p>
      )}
    </div>
  );
}

/** A link without what only counts its clicks: a path for this site's own pages. */
function shortLink(address: string): string {
  const url = new URL(address);
  for (const name of ["utm_source", "utm_medium", "utm_campaign"]) url.searchParams.delete(name);
  return url.origin === location.origin ? url.pathname + url.search : url.href;
}

function Links({ links }: Pick<Campaign, "links">) {
  return (
    <Panel compact title="Links" text="Clicks by people. Scanners and bots don't count.">
      {links.length === 0 && <p className="text-sm text-muted">No one has clicked a link yet.</p>}
      <ul className="grid gap-2 text-sm">
        {links.map(({ url, clickers }) => (
          <li key={url} className="split-row">
            <span>{shortLink(url)}</span>
            <span className="tabular-nums">{counted(clickers, "person", "people")}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Steps({ campaign: { id, status } }: { campaign: Campaign }) {
  const address = useListAddress();
  const [isStopping, setStopping] = useState(false);
  const one = { params: { id } };
  const pause = usePress("We couldn't pause the campaign", (write) =>
    write("POST /api/admin/campaigns/{id}/pause", one),
  );
  const resume = usePress("We couldn't resume the campaign", (write) =>
    write("POST /api/admin/campaigns/{id}/resume", one),
  );
  const unschedule = usePress("We couldn't unschedule the campaign", (write) =>
    write("POST /api/admin/campaigns/{id}/unschedule", one),
  );
  const copy = usePress("We couldn't copy the campaign", async (write) => {
    const draft = await write("POST /api/admin/campaigns/{id}/copy", one);
    showSuccess("Draft created");
    address.change({ id: draft.id });
  });
  const stop = useReasonForm({
    asksReason: false,
    onClose: () => setStopping(false),
    submit: (_, write) => write("POST /api/admin/campaigns/{id}/stop", one),
  });
  const canStop = status === "running" || status === "paused";
  return (
    <div className="flex flex-wrap gap-2">
      {status === "scheduled" && (
        <Button variant="outline" {...unschedule}>
          Unschedule and edit
        </Button>
      )}
      {status === "running" && (
        <Button variant="outline" {...pause}>
          Pause
        </Button>
      )}
      {status === "paused" && <Button {...resume}>Resume</Button>}
      {canStop && (
        <Button variant="danger" onClick={() => setStopping(true)}>
          Stop
        </Button>
      )}
      <Button variant="quiet" {...copy}>
        Copy to a new draft
      </Button>
      <ReasonDialog form={stop} open={isStopping} title="Stop campaign" action="Stop campaign" danger>
        Anyone who hasn't gotten it yet won't. You can't resume a stopped campaign.
      </ReasonDialog>
    </div>
  );
}

const recipientsOf = (id: number) =>
  staffList(
    "GET /api/admin/campaigns/{id}/recipients",
    {
      label: "Recipients",
      everyMs: 5000,
      search: "Name or email",
      filters: { status: { label: "Status", choices: recipientStatuses } },
      empty: "Recipients show up here once the campaign starts.",
      columns: {
        to: {
          header: "To",
          phone: "title",
          cell: ({ name, email, reason }) => (
            <>
              <TwoLines strong top={name || email} below={name ? email : ""} />
              {reason && (
                <span className="mt-0.5 block text-sm text-hibiscus wrap-anywhere">{plainReason(reason)}</span>
              )}
            </>
          ),
        },
        status: statusColumn(recipientStatuses),
        clicks: { header: "Clicks", figures: true, phone: "hidden", cell: ({ clicks }) => formatCount(clicks) },
        mail: {
          header: "Email",
          hideHeader: true,
          phone: "foot",
          cell: ({ mailId }) =>
            mailId !== null && (
              <Link className="underline underline-offset-3" to={emailPath("messages", { id: mailId })}>
                Open email
              </Link>
            ),
        },
      },
    },
    { params: { id } },
  );

function Recipients({ id }: { id: number }) {
  const [list] = useState(() => recipientsOf(id));
  const open = useStaffList(list);
  return <StaffList list={open} />;
}
