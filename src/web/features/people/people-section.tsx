import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { WayUp } from "#web/features/admin/way-up.tsx";
import { PeopleList } from "./people-list.tsx";
import { PersonView } from "./person-view.tsx";

/** The same page at /user-management and as a section of /admin. */
export function PeopleSection() {
  const address = useListAddress();
  const id = address.number("id");
  const list = address.addressWith({ id: undefined, tab: undefined, kind: undefined, ...address.at });
  return (
    <AdminShell
      title="Customers"
      description="Find customers, change roles, help with passwords."
      lead={id === undefined ? "Who has an account, and what they can do." : <WayUp to={list}>All customers</WayUp>}
    >
      {id === undefined ? <PeopleList /> : <PersonView key={id} id={id} />}
    </AdminShell>
  );
}
