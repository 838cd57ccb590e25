import { pagesFor } from "#web/admin-kit/admin-pages.ts";
import type { SessionUser } from "#web/lib/session-user.ts";
import type { Place } from "#web/features/search/choices.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { adminPages } from "./admin-pages.tsx";

const promotions = (query: Record<string, string>) => withQuery("/admin", { section: "promotions", ...query });

const actions: Place[] = [
  {
    group: "Actions",
    label: "New event",
    path: withQuery("/admin", { section: "events", new: 1 }),
    words: "create add",
  },
  {
    group: "Actions",
    label: "New product",
    path: withQuery("/admin", { section: "products", new: 1 }),
    words: "create add shop merch",
  },
  {
    group: "Actions",
    label: "Import products",
    path: withQuery("/admin", { section: "products", import: 1 }),
    words: "csv upload shop",
  },
  {
    group: "Actions",
    label: "Product sales report",
    path: withQuery("/admin", { section: "products", view: "sales" }),
    words: "revenue margin cost shop",
  },
  {
    group: "Actions",
    label: "New stream",
    path: withQuery("/admin", { section: "live", new: 1 }),
    words: "create add live broadcast",
  },
  {
    group: "Actions",
    label: "Stream keys",
    path: withQuery("/admin", { section: "live", view: "keys" }),
    words: "live obs ffmpeg encoder",
  },
  { group: "Actions", label: "New promo code", path: promotions({ code: "new" }), words: "create add discount" },
  {
    group: "Actions",
    label: "New promoter link",
    path: promotions({ list: "promoters", promoter: "new" }),
    words: "create add",
  },
  { group: "Actions", label: "Issue free tickets", path: paths.freeTickets(), words: "comps guest list" },
];

const scan: Place = { group: "Actions", label: "Scan tickets", path: paths.ticketScanner(), words: "door check-in" };

const settings: Place[] = [
  ["Contact email", "support alerts"],
  ["Address on documents", "invoice receipt"],
  ["Paper size", "letter a4 print"],
  ["Default time zone", "event"],
  ["Default currency", "money"],
  ["Two-factor for staff", "2fa security authenticator passkey"],
].map(([label = "", words = ""]) => ({
  group: "Settings",
  label,
  path: paths.admin({ section: "settings" }),
  words: `${words} settings`,
}));

/** The pages, settings and actions that someone may open, for the search in admin. */
export function placesFor(user: SessionUser | null): Place[] {
  const pages = pagesFor(adminPages, user).flatMap((group) =>
    group.pages.map(({ to, label }): Place => ({ group: "Pages", label, path: to, words: group.label })),
  );
  return user?.role === "admin" ? [...actions, scan, ...pages, ...settings] : [scan, ...pages];
}
