import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { WayUp } from "#web/features/desk/way-up.tsx";
import { PeopleList } from "#web/features/people/people-list.tsx";
import { PersonView } from "#web/features/people/person-view.tsx";
import type { PageModule } from "#web/lib/page.ts";

/** The same desk at /user-management and as a part of /admin. */
export function UserManagement() {
  const address = useListAddress();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, tab: undefined, kind: undefined, page: address.page });
  return (
    <DeskPage
      title="User Management"
      description="Find people, change roles, help with passwords."
      lead={id === undefined ? "Who has an account, and what they may do." : <WayUp to={list}>All people</WayUp>}
    >
      {id === undefined ? <PeopleList /> : <PersonView key={id} id={id} />}
    </DeskPage>
  );
}

export const page: PageModule = { Component: UserManagement };
