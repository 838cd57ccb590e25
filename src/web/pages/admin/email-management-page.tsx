import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { WayUp } from "#web/features/admin/way-up.tsx";
import { MailView } from "#web/features/outbox/mail-view.tsx";
import { OutboxList } from "#web/features/outbox/outbox-list.tsx";
import { adminPage } from "./admin-pages.tsx";

function EmailManagementPage() {
  const address = useListAddress();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, ...address.at });
  return (
    <AdminShell
      title="Email"
      description="Every email the site has sent, and its status."
      lead={
        id === undefined ? "Every email the site writes, and whether it was sent." : <WayUp to={list}>All emails</WayUp>
      }
    >
      {id === undefined ? <OutboxList /> : <MailView key={id} id={id} />}
    </AdminShell>
  );
}

export const page = adminPage(EmailManagementPage);
