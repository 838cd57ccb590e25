import type { ComponentType, ReactNode } from "react";
import { paths } from "#web/lib/paths.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { PlacedPage } from "./admin-pages.ts";
import { AdminShell } from "./admin-shell.tsx";

/** Keeps the admin navigation around the notice that a section didn't load. */
export const MissingSection = ({ children }: { children: ReactNode }) => (
  <AdminShell title="Admin" description="This admin section didn't load.">
    {children}
  </AdminShell>
);

type Section = Omit<PlacedPage, "to" | "section" | "View"> & {
  /** Its name in the URL. */
  name: string;
  /** Its path, if it has one of its own. */
  to?: string;
  /** The start of a sentence: "The event list". */
  what: string;
  load: () => Promise<ComponentType>;
};

/** A section of /admin, which loads when it is opened. */
export const adminSection = ({ name, what, load, ...page }: Section): PlacedPage => ({
  to: paths.admin({ section: name }),
  section: name,
  View: lazyPart(what, load, MissingSection),
  ...page,
});
