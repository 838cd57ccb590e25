import { MessagesSquare } from "lucide-react";
import { adminSection } from "#web/admin-kit/admin-section.tsx";

export const adminPages = [
  adminSection({
    group: "Customers",
    place: 30,
    name: "community",
    label: "Community",
    Icon: MessagesSquare,
    what: "The community section",
    load: async () => (await import("./admin/community-section.tsx")).CommunitySection,
    forStaff: true,
    matters: { communityReview: { words: ["post to review", "posts to review"] } },
  }),
];
