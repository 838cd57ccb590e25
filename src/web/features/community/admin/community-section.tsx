import { Suspense } from "react";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { withQuery, paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { ReviewQueue } from "./review-queue.tsx";

const Decided = lazyPart("What was decided", async () => (await import("./decided-list.tsx")).DecidedList);
const Writers = lazyPart("The people", async () => (await import("./writers-view.tsx")).WritersView);
const Actions = lazyPart("The actions", async () => (await import("./action-list.tsx")).ActionList);
const Rules = lazyPart("The rules", async () => (await import("./rules-view.tsx")).RulesView);

const views = ["people", "decided", "actions", "rules"] as const;
const at = (view?: string) => withQuery("/admin", { section: "community", view });

/** The Community admin page for moderators: what waits, who wrote lately, what was decided, what moderators did, and the rules. */
export function CommunitySection() {
  const view = useListAddress().choice("view", views);
  return (
    <AdminShell
      title="Community"
      description="Review posts and reports."
      lead="Held posts, reports, and the people who wrote them."
      actions={
        <LinkButton variant="outline" to={paths.community()}>
          Open the community
        </LinkButton>
      }
    >
      <PageTabs
        label="Parts of the community"
        tabs={[
          { label: "Queue", current: view === undefined, to: at() },
          { label: "By person", current: view === "people", to: at("people") },
          { label: "Decided", current: view === "decided", to: at("decided") },
          { label: "Actions", current: view === "actions", to: at("actions") },
          { label: "Rules & words", current: view === "rules", to: at("rules") },
        ]}
      >
        <Suspense fallback={<Skeleton className="h-96" />}>
          {view === undefined && <ReviewQueue />}
          {view === "people" && <Writers />}
          {view === "decided" && <Decided />}
          {view === "actions" && <Actions />}
          {view === "rules" && <Rules />}
        </Suspense>
      </PageTabs>
    </AdminShell>
  );
}
