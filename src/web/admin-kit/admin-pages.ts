import type { LucideIcon } from "lucide-react";
import { hasGrant, type SessionUser } from "#web/lib/session-user.ts";
import { type ComponentType, createContext } from "react";

/** A page of the admin area, as its navigation shows it. */
export type AdminPage = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Moderators may open it too; all other pages are for admins. */
  forStaff?: true;
  /** Grants that open it too. */
  grants?: readonly string[];
  /** Its section of /admin; without one, the path alone decides whether it is current. */
  section?: string;
  /** What the section shows. It brings its own `AdminShell` and reads the rest of the URL itself (`useListAddress`). */
  View?: ComponentType;
  /** What the overview says about it, by the names that modules give to what needs attention. */
  matters?: Record<string, Matter>;
};

/** A sentence, or what comes after the count: one of it, and several. */
type Matter = { words: string | readonly [one: string, many: string]; to?: string };

/** The topics of the navigation, from top to bottom. */
export const adminGroups = ["Brand", "Events", "Shop", "Customers", "Site"] as const;

/**
 * A page with its place in the navigation. A feature adds its own by exporting `adminPages` from its `admin-pages.tsx`: the
 * admin area finds the file by its name.
 */
export type PlacedPage = AdminPage & {
  group: (typeof adminGroups)[number];
  /** Pages of a group are sorted by it. */
  place: number;
};

export type AdminPageGroup = { label: string; pages: AdminPage[] };

/** Pages by their groups, in the order of the navigation. */
export const groupPages = (pages: PlacedPage[]): AdminPageGroup[] =>
  adminGroups.map((label) => ({
    label,
    pages: pages.filter(({ group }) => group === label).toSorted((a, b) => a.place - b.place),
  }));

/** The pages that someone may open, by their role or grants; groups without any are left out. */
export const pagesFor = (
  groups: AdminPageGroup[],
  user: Pick<SessionUser, "role" | "grants"> | null,
): AdminPageGroup[] =>
  user?.role === "admin"
    ? groups
    : groups.flatMap(({ label, pages }) => {
        const open = pages.filter(
          ({ forStaff, grants = [] }) => (forStaff && user?.role === "moderator") || hasGrant(user, ...grants),
        );
        return open.length === 0 ? [] : [{ label, pages: open }];
      });

/** Every admin page that the user may open. The pages provide them: the list leads to each section, and each section shows the navigation. */
export const AdminPages = createContext<AdminPageGroup[]>([]);
