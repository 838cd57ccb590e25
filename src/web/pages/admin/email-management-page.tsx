import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { WayUp } from "#web/features/desk/way-up.tsx";
import { MailView } from "#web/features/outbox/mail-view.tsx";
import { OutboxList } from "#web/features/outbox/outbox-list.tsx";
import type { PageModule } from "#web/lib/page.ts";

function EmailManagementPage() {
  const address = useListAddress();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, page: address.page });
  return (
    <DeskPage
      title="Email Management"
      description="Every message the site has sent, and its state."
      lead={id === undefined ? "Every message, as it was sent." : <WayUp to={list}>All mails</WayUp>}
    >
      {id === undefined ? <OutboxList /> : <MailView key={id} id={id} />}
    </DeskPage>
  );
}

export const page: PageModule = { Component: EmailManagementPage };
