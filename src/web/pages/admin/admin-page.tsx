import { Suspense, use } from "react";
import { Navigate, useSearchParams } from "#web/lib/router.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { AdminPages } from "#web/admin-kit/admin-pages.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { Overview } from "#web/features/admin/overview.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Plus } from "lucide-react";
import { withQuery } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { adminPage, adminPages } from "./admin-pages.tsx";

/** What moderators and door staff see here: their events to scan for. */
const DoorOverview = lazyPart(
  "The check-in overview",
  async () => (await import("#web/features/door/door-overview.tsx")).DoorOverview,
);

function AdminPage() {
  const { isAdmin, canScan } = useUser();
  const open = use(AdminPages).flatMap(({ pages }) => pages)[0]?.to;
  const [search] = useSearchParams();
  const name = search.get("section");
  const View = adminPages.flatMap(({ pages }) => pages).find(({ section }) => section === name)?.View;
  if (View) {
    return (
      <Suspense fallback={<Spinner />}>
        <View />
      </Suspense>
    );
  }
  // Whoever doesn't work at the door begins with the first page that their grants open.
  if (!isAdmin && !canScan && open !== undefined) return <Navigate to={open} replace />;
  if (!isAdmin) {
    return (
      <Suspense fallback={<Spinner />}>
        <DoorOverview />
      </Suspense>
    );
  }
  return (
    <AdminShell
      title="Admin"
      description="Publish events, see sales and check-ins."
      lead="Your events at a glance."
      actions={
        <LinkButton to={withQuery("/admin", { section: "events", new: 1 })}>
          <Plus className="size-5" /> New event
        </LinkButton>
      }
    >
      <Overview />
    </AdminShell>
  );
}

export const page = adminPage(AdminPage);
