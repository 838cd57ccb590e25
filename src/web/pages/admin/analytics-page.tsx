import { AnalyticsSection } from "#web/features/analytics/analytics-section.tsx";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { adminPage } from "./admin-pages.tsx";

function AnalyticsPage() {
  return (
    <AdminShell
      title="Analytics"
      description="Page views, event views and ticket clicks, by day and device."
      lead="What visitors look at."
    >
      <AnalyticsSection />
    </AdminShell>
  );
}

export const page = adminPage(AnalyticsPage);
