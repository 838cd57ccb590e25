import { AnalyticsSection } from "#web/features/analytics/analytics-section.tsx";
import { adminPage } from "./admin-pages.tsx";

export const page = adminPage(AnalyticsSection);
