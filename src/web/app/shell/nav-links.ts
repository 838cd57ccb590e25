import { CalendarDays, House, Radio, ShieldCheck, ShoppingBag, Ticket, Users } from "lucide-react";
import { paths } from "#web/lib/paths.ts";

export const mainLinks = [
  { to: paths.home(), label: "Home", Icon: House, pulses: false },
  { to: paths.events(), label: "Events", Icon: CalendarDays, pulses: false },
  { to: paths.shop(), label: "Shop", Icon: ShoppingBag, pulses: false },
  { to: paths.live(), label: "Live", Icon: Radio, pulses: true },
  { to: paths.community(), label: "Community", Icon: Users, pulses: false },
];

/** Only for signed-in users who are not guests. */
export const ticketsLink = { to: paths.myTickets(), label: "My Tickets", Icon: Ticket, pulses: false };

/** In the bottom navigation, only for role admin. */
export const adminLink = { to: paths.admin(), label: "Admin", Icon: ShieldCheck, pulses: false };
