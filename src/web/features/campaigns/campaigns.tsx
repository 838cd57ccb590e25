import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { WayUp } from "#web/admin-kit/admin-links.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { campaigns } from "./campaign-columns.tsx";
import { CampaignEditor } from "./campaign-editor.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";
import { emailPath } from "#web/features/email/queries.ts";
import { campaignQuery } from "./queries.ts";

/** Campaigns and messages to attendees: the list, a draft's editor, or the progress of one that was sent. */
export function Campaigns() {
  const address = useListAddress();
  const id = address.number("id");
  const eventId = address.number("event");
  if (id !== undefined) return <OneCampaign key={id} id={id} />;
  if (eventId !== undefined || address.search.has("new")) {
    return (
      <>
        <WayUp to={emailPath("campaigns")}>All campaigns</WayUp>
        <CampaignEditor eventId={eventId} />
      </>
    );
  }
  return <CampaignList />;
}

function CampaignList() {
  return (
    <StaffList
      list={useStaffList(campaigns)}
      // Without the list's search, which the recipients would read as theirs.
      rowTo={({ id }) => emailPath("campaigns", { id })}
      actions={
        <LinkButton size="sm" to={emailPath("campaigns", { new: 1 })}>
          <Plus className="size-4.5" /> New campaign
        </LinkButton>
      }
    />
  );
}

const liveMs = 2000;

function OneCampaign({ id }: { id: number }) {
  // Its counts change while it is being sent.
  const query = useQuery({
    ...campaignQuery(id),
    refetchInterval: ({ state }) =>
      state.data && ["running", "scheduled", "paused"].includes(state.data.status) ? liveMs : false,
  });
  return (
    <>
      <WayUp to={emailPath("campaigns")}>All campaigns</WayUp>
      <Loaded query={query} label="This campaign" className="h-96">
        {(campaign) =>
          campaign.status === "draft" ? (
            <CampaignEditor campaign={campaign} />
          ) : (
            <CampaignProgress campaign={campaign} />
          )
        }
      </Loaded>
    </>
  );
}
