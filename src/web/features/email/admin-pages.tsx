import { Mail } from "lucide-react";
import type { PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { paths, withQuery } from "#web/lib/paths.ts";

export const adminPages: PlacedPage[] = [
  {
    group: "Customers",
    place: 40,
    to: paths.emailManagement(),
    label: "Email",
    Icon: Mail,
    grants: ["marketing"],
    matters: {
      failedMails: {
        words: ["failed email", "failed emails"],
        to: withQuery(paths.emailManagement(), { section: "messages", status: "failed" }),
      },
      refusedMails: {
        words: ["email refused by your email server", "emails refused by your email server"],
        to: paths.emailManagement(),
      },
      refusedCampaigns: {
        words: [
          "campaign paused because your email server refused it",
          "campaigns paused because your email server refused them",
        ],
        to: withQuery(paths.emailManagement(), { section: "campaigns", status: "paused" }),
      },
    },
  },
];
