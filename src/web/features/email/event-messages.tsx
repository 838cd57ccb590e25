import { Mail } from "lucide-react";
import { StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { campaigns } from "./campaign-columns.tsx";
import { emailPath } from "./queries.ts";

/** What was sent to the attendees of one event, and a button to write to them. */
export function EventMessages({ event }: { event: { id: number } }) {
  return (
    <StaffList
      list={useStaffList(
        {
          ...campaigns,
          opens: "campaign",
          noun: "messages",
          empty: "Write to everyone with a ticket, or to the holders of some ticket types.",
        },
        { eventId: event.id },
      )}
      rowTo={({ id }) => emailPath("campaigns", { id })}
      actions={
        <LinkButton size="sm" to={emailPath("campaigns", { event: event.id })}>
          <Mail className="size-4.5" /> Message attendees
        </LinkButton>
      }
    />
  );
}
