import type { LucideIcon } from "lucide-react";
import { type ComponentType, createContext } from "react";

/** A page of the admin area, as its navigation shows it. */
export type AdminPage = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Its section of /admin; without one, the path alone decides whether it is current. */
  section?: string;
  /** What the section shows. It brings its own `AdminShell` and reads the rest of the URL itself (`useListAddress`). */
  View?: ComponentType;
  /** What the overview says about it, by the names that modules give to what needs attention. */
  matters?: Record<string, Matter>;
};

/** A sentence, or what comes after the count: one of it, and several. */
type Matter = { words: string | readonly [one: string, many: string]; to?: string };

export type AdminPageGroup = { label: string; pages: AdminPage[] };

/** Every admin page. The pages provide them: the list leads to each section, and each section shows the navigation. */
export const AdminPages = createContext<AdminPageGroup[]>([]);
