import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function UserManagementPage() {
  return <DeskPlaceholder title="User Management" purpose="Find people, change roles, help with passwords." />;
}

export const page: PageModule = { Component: UserManagementPage };
