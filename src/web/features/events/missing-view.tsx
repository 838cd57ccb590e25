import type { ReactNode } from "react";
import type { EventsFilter } from "#web/lib/paths.ts";
import { ViewSwitch } from "./view-switch.tsx";

/** The frame around the notice that the map or calendar couldn't load: the other views are one press away. */
export const MissingView = ({ filter, children }: { filter: EventsFilter; children: ReactNode }) => (
  <div className="measure grid gap-6 py-10 md:py-16">
    <ViewSwitch filter={filter} />
    {children}
  </div>
);
