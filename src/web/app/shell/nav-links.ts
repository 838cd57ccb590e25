import { CalendarDays, House, Radio, ShieldCheck, ShoppingBag, Ticket, Users } from "lucide-react";
import { paths } from "#web/lib/paths.ts";

export const mainLinks = [
  { to: paths.home(), label: "Home", Icon: House },
  { to: paths.events(), label: "Events", Icon: CalendarDays },
  { to: paths.shop(), label: "Shop", Icon: ShoppingBag },
  { to: paths.live(), label: "Live", Icon: Radio },
  { to: paths.community(), label: "Community", Icon: Users },
];

/** Only for signed-in users who are not guests. */
export const ticketsLink = { to: paths.myTickets(), label: "My Tickets", Icon: Ticket };

/** In the bottom navigation, only for role admin. */
export const adminLink = { to: paths.admin(), label: "Admin", Icon: ShieldCheck };
