/**
 * Loads the pages of staff. A file of its own: the file that every visitor loads first names what it can load itself,
 * and would otherwise grow with every part of the admin area.
 */
export const staffPages = {
  "ticket-scanner": () => import("./ticket-scanner-page.tsx"),
  admin: () => import("./admin/admin-page.tsx"),
  analytics: () => import("./admin/analytics-page.tsx"),
  "user-management": () => import("./admin/user-management-page.tsx"),
  "ticket-management": () => import("./admin/ticket-management-page.tsx"),
  "free-tickets": () => import("./admin/free-tickets-page.tsx"),
  "email-management": () => import("./admin/email-management-page.tsx"),
};

/** What the search in the admin area finds beside records. */
export const loadPlaces = () => import("./admin/places.ts");
