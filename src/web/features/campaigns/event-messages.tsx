import { Mail } from "lucide-react";
import { StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { campaigns } from "./campaign-columns.tsx";
import { emailPath } from "#web/features/email/queries.ts";

const { type: _always, ...ownColumns } = campaigns.columns;

/** What was sent to the attendees of one event, and a button to write to them. */
export function EventMessages({ event }: { event: { id: number } }) {
  return (
    <StaffList
      list={useStaffList(
        {
          ...campaigns,
          columns: ownColumns,
          filters: { status: campaigns.filters!.status! },
          opens: "campaign",
          noun: "messages",
          empty: "Tell everyone with a ticket what they need to know, or only those with some ticket types.",
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
