import { part } from "./mutant.ts";

const consent = "src/server/modules/consent";
const campaign = "src/server/modules/campaigns";

export const campaigns = part({
  name: "campaigns",
  tests: ["tests/campaigns"],
  mutants: [
    {
      id: "marketing-without-opt-in",
      file: `${consent}/rules.ts`,
      today: 'if (purpose === "marketing") return isOptedIn ? undefined : "Not opted in";',
      fault: 'if (purpose === "marketing") return undefined;',
      harm: "People who unsubscribed a moment ago still get the campaign.",
    },
    {
      id: "opening-a-link-counts-as-a-click",
      file: `${campaign}/rules.ts`,
      today: 'if (call.method !== "GET" || call.isBot || call.isPrefetch) return false;',
      fault: "if (call.isBot || call.isPrefetch) return false;",
      harm: "Programs that only look where a link leads count as readers.",
    },
    {
      id: "sent-to-more-than-confirmed",
      file: `${campaign}/service.ts`,
      today: "if (!isStillConfirmed(confirmedCount, count)) {",
      fault: "if (confirmedCount < 1) {",
      harm: "A campaign goes to thousands though its sender confirmed twenty.",
    },
  ],
});
