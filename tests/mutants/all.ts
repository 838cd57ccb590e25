import { accounts } from "./accounts.ts";
import { deskAndRecords } from "./desk-and-records.ts";
import { events } from "./events.ts";
import { mailsAndWishes } from "./mails-and-wishes.ts";
import type { Part } from "./mutant.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { platformAndPages } from "./platform.ts";
import { promotionsAndPapers } from "./promotions-and-papers.ts";
import { ticketsAndDoor } from "./tickets-and-door.ts";
import { webCheckout } from "./web-checkout.ts";
import { webSession } from "./web-session.ts";
import { webStaff } from "./web-staff.ts";

/** Every fault that the tests have to notice, by part. */
export const parts: Part[] = [
  accounts,
  orders,
  payments,
  ticketsAndDoor,
  events,
  promotionsAndPapers,
  mailsAndWishes,
  deskAndRecords,
  platformAndPages,
  webSession,
  webCheckout,
  webStaff,
];
