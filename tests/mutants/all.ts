import { accounts } from "./accounts.ts";
import { adminAndRecords } from "./admin-and-records.ts";
import { campaigns, emailTexts } from "./campaigns.ts";
import { carts, deliveries } from "./carts-and-delivery.ts";
import { comingBack } from "./coming-back.ts";
import { communities } from "./community.ts";
import { dailyCommunity } from "./daily-community.ts";
import { dailyDelivery, dailyFulfillment } from "./daily-delivery.ts";
import { dailyCampaigns, dailyEmail } from "./daily-email.ts";
import { dailyAnalytics, dailyComps, dailyCustomers } from "./daily-figures.ts";
import { dailyChat, dailyStreams } from "./daily-live.ts";
import { dailyCarts, dailyShop } from "./daily-shop.ts";
import { events } from "./events.ts";
import { facingTheWorld } from "./facing-the-world.ts";
import { mailsAndWishes } from "./mails-and-wishes.ts";
import { figures } from "./analytics.ts";
import type { Part } from "./mutant.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { platformAndPages } from "./platform.ts";
import { promotionsAndDocuments } from "./promotions-and-documents.ts";
import { chats, realtime } from "./realtime-and-chat.ts";
import { grants } from "./grants.ts";
import { restrictions } from "./restrictions.ts";
import { secondCampaigns, secondEmail } from "./second-email.ts";
import { secondAnalytics, secondComps, secondCustomers } from "./second-figures.ts";
import { secondChat, secondCommunity, secondStreams } from "./second-live.ts";
import { secondCarts, secondDelivery, secondFulfillment, secondShop } from "./second-shop.ts";
import { fulfillments, products } from "./shop.ts";
import { streamsAndViewers } from "./streams.ts";
import { tablesAndRemoteFiles } from "./tables.ts";
import { thirdCampaigns, thirdEmail } from "./third-email.ts";
import { thirdAnalytics, thirdComps, thirdCustomers } from "./third-figures.ts";
import { thirdChat, thirdCommunity, thirdStreams } from "./third-live.ts";
import { thirdCarts, thirdDelivery, thirdFulfillment, thirdShop } from "./third-shop.ts";
import { ticketsAndDoor } from "./tickets-and-door.ts";
import { webCheckout } from "./web-checkout.ts";
import { webSession } from "./web-session.ts";
import { webStaff } from "./web-staff.ts";

/** Every fault that the tests must detect, by part. */
export const parts: Part[] = [
  accounts,
  orders,
  payments,
  ticketsAndDoor,
  events,
  promotionsAndDocuments,
  campaigns,
  emailTexts,
  carts,
  deliveries,
  fulfillments,
  products,
  realtime,
  chats,
  comingBack,
  restrictions,
  grants,
  communities,
  streamsAndViewers,
  mailsAndWishes,
  adminAndRecords,
  figures,
  platformAndPages,
  tablesAndRemoteFiles,
  facingTheWorld,
  webSession,
  webCheckout,
  webStaff,
  dailyShop,
  dailyCarts,
  dailyDelivery,
  dailyFulfillment,
  dailyStreams,
  dailyChat,
  dailyCommunity,
  dailyEmail,
  dailyCampaigns,
  dailyAnalytics,
  dailyComps,
  dailyCustomers,
  secondShop,
  secondCarts,
  secondDelivery,
  secondFulfillment,
  secondStreams,
  secondChat,
  secondCommunity,
  secondEmail,
  secondCampaigns,
  secondAnalytics,
  secondComps,
  secondCustomers,
  thirdShop,
  thirdCarts,
  thirdDelivery,
  thirdFulfillment,
  thirdStreams,
  thirdChat,
  thirdCommunity,
  thirdEmail,
  thirdCampaigns,
  thirdAnalytics,
  thirdComps,
  thirdCustomers,
];
