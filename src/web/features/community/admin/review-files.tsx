import { ExportLinks } from "#web/admin-kit/table/table-toolbar.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";

/** The queue or what was decided, as files. They have whole texts and names, so only admins get them. */
export function ReviewFiles({ show }: { show: "open" | "done" }) {
  return useUser().isAdmin && <ExportLinks file="GET /api/admin/community-reviews.csv" query={{ show }} />;
}
