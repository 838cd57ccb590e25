import { eventTab } from "#web/features/events/hub/event-tab.ts";

const loadList = async () => (await import("./event-promotions.tsx")).EventPromotions;

export const eventTabs = [
  eventTab("codes", "Promo codes", 60, "The promo codes", async () => {
    const EventPromotions = await loadList();
    return ({ event }) => <EventPromotions of="codes" event={event} />;
  }),
  eventTab("promoters", "Promoters", 70, "The promoters", async () => {
    const EventPromotions = await loadList();
    return ({ event }) => <EventPromotions of="promoters" event={event} />;
  }),
];
