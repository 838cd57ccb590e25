import { Suspense } from "react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { EmailOverviewSection } from "#web/features/email/overview.tsx";
import { type EmailSectionName, emailPath } from "#web/features/email/queries.ts";
import { MailView } from "#web/features/email/outbox/mail-view.tsx";
import { OutboxList } from "#web/features/email/outbox/outbox-list.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { adminPage } from "./admin-pages.tsx";

const load = {
  templates: lazyPart("The templates", async () => (await import("#web/features/email/templates.tsx")).Templates),
  campaigns: lazyPart("The campaigns", async () => (await import("#web/features/campaigns/campaigns.tsx")).Campaigns),
  audiences: lazyPart("The audiences", async () => (await import("#web/features/campaigns/audiences.tsx")).Audiences),
  automations: lazyPart(
    "The automations",
    async () => (await import("#web/features/campaigns/automations.tsx")).Automations,
  ),
  suppressions: lazyPart(
    "The suppressions",
    async () => (await import("#web/features/consent/suppressions.tsx")).Suppressions,
  ),
  settings: lazyPart(
    "The email settings",
    async () => (await import("#web/features/email/email-settings.tsx")).EmailSettings,
  ),
};

const labels: Record<EmailSectionName, string> = {
  messages: "Messages",
  templates: "Templates",
  campaigns: "Campaigns",
  audiences: "Audiences",
  automations: "Automations",
  suppressions: "Suppressions",
  settings: "Settings",
};
const names = Object.keys(labels) as EmailSectionName[];
/** What a grant for marketing opens. */
const marketingNames: EmailSectionName[] = ["campaigns", "audiences", "automations", "suppressions"];

function EmailManagementPage() {
  const { choice, search } = useListAddress();
  const { isAdmin } = useUser();
  const open = isAdmin ? names : marketingNames;
  const isMessage = search.has("id") || search.has("status") || search.has("q");
  // Older links open a message or a filtered list without naming the section.
  const named = choice("section", open) ?? (isMessage && isAdmin ? "messages" : undefined);
  const section = named ?? (isAdmin ? undefined : "campaigns");
  const View = section === undefined ? EmailOverviewSection : section === "messages" ? Messages : load[section];
  return (
    <AdminShell title="Email" description="What the site sends, to whom, and whether it arrived.">
      <PageTabs
        label="Email sections"
        tabs={[
          ...(isAdmin ? [{ to: emailPath(), label: "Overview", current: section === undefined }] : []),
          ...open.map((name) => ({ to: emailPath(name), label: labels[name], current: name === section })),
        ]}
      >
        <Suspense fallback={<Skeleton className="h-96" />}>
          <View />
        </Suspense>
      </PageTabs>
    </AdminShell>
  );
}

/** Every email of the outbox, or one of them. */
function Messages() {
  const address = useListAddress();
  const id = address.number("id");
  if (id === undefined) return <OutboxList />;
  return (
    <>
      <WayUp to={address.addressWith({ section: "messages", id: undefined, ...address.at })}>All emails</WayUp>
      <MailView key={id} id={id} />
    </>
  );
}

export const page = adminPage(EmailManagementPage);
