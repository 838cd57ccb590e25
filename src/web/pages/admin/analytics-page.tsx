import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function AnalyticsPage() {
  return <DeskPlaceholder title="Analytics" purpose="Page views, event views and ticket clicks, by day and device." />;
}

export const page: PageModule = { Component: AnalyticsPage };
