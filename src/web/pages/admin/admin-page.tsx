import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function AdminPage() {
  return <DeskPlaceholder title="Admin" purpose="Publish nights, see what they earn and who came." />;
}

export const page: PageModule = { Component: AdminPage };
