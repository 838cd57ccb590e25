import type { ReactNode } from "react";
import { DeskPage } from "#web/features/desk/desk-page.tsx";

/** Around the notice that a part of /admin could not be fetched: the ways to the other parts stay. */
export const MissingSection = ({ children }: { children: ReactNode }) => (
  <DeskPage title="Admin" description="A part of the house's desk that could not be loaded.">
    {children}
  </DeskPage>
);
