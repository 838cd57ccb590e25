import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function EmailManagementPage() {
  return <DeskPlaceholder title="Email Management" purpose="Every message the site has sent, and its state." />;
}

export const page: PageModule = { Component: EmailManagementPage };
