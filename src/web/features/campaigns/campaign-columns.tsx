import { formatCount } from "#web/admin-kit/figures.tsx";
import { EventName, Moment } from "#web/admin-kit/moment.tsx";
import { momentColumn, statusColumn, TwoLines } from "#web/admin-kit/table/cells.tsx";
import { staffList } from "#web/admin-kit/table/staff-list.tsx";
import { campaignStatuses, purposes } from "./labels.ts";

/** The list of campaigns and messages to attendees. */
export const campaigns = staffList("GET /api/admin/campaigns", {
  label: "Campaigns",
  isPlain: true,
  everyMs: 10_000,
  opens: "id",
  search: "Name or subject",
  filters: {
    status: { label: "Status", choices: campaignStatuses },
    purpose: { label: "Type", choices: purposes },
  },
  empty: "Tell people who opted in about your next event, or write to everyone with a ticket.",
  columns: {
    name: {
      header: "Campaign",
      phone: "title",
      cell: ({ name, subject }) => <TwoLines strong top={name} below={subject} />,
    },
    type: {
      header: "Type",
      cell: ({ purpose, event }) => (
        <TwoLines top={purposes[purpose]} below={event ? <EventName event={event} /> : "People who opted in"} />
      ),
    },
    status: statusColumn(campaignStatuses),
    sent: {
      header: "Sent",
      figures: true,
      cell: ({ counts, status, scheduledAt }) => {
        if (status === "scheduled" && scheduledAt) {
          return (
            <>
              starts <Moment at={scheduledAt} />
            </>
          );
        }
        return status === "draft" ? "–" : `${formatCount(counts.sent)} of ${formatCount(counts.total)}`;
      },
    },
    createdAt: momentColumn("createdAt", "Created"),
  },
});
