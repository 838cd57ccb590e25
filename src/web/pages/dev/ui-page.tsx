import type { PageModule } from "#web/lib/page.ts";
import { Page } from "#web/ui/page.tsx";
import { ChartParts } from "./chart-parts.tsx";
import { StyleParts, SignParts, OverlayParts } from "./sign-parts.tsx";
import { FormParts } from "./form-parts.tsx";

/** Development only: each part of the design system in every state, in both themes at once. */
function UiPage() {
  return (
    <Page meta={{ title: "Design System", description: "Every part in every state and theme.", hidden: true }}>
      {(["dark", "light"] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="bg-page py-16 text-ink">
          <div className="measure grid gap-16">
            <h1 className="display text-display-lg text-gilt">{theme}</h1>
            <StyleParts />
            <FormParts theme={theme} />
            <SignParts />
            <ChartParts />
            <OverlayParts />
          </div>
        </div>
      ))}
    </Page>
  );
}

export const page: PageModule = { Component: UiPage };
