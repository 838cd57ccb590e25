import { AnalyticsDesk } from "#web/features/analytics/analytics-desk.tsx";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import type { PageModule } from "#web/lib/page.ts";

function AnalyticsPage() {
  return (
    <DeskPage
      title="Analytics"
      description="Page views, event views and ticket clicks, by day and device."
      lead="What people look at."
    >
      <AnalyticsDesk />
    </DeskPage>
  );
}

export const page: PageModule = { Component: AnalyticsPage };
