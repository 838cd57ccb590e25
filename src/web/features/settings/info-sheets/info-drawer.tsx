import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { InfoName, InfoSheet } from "#contract/settings/info-sheets.ts";
import { infoLabels, infoQuery } from "#web/lib/info-sheets.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { useBrandZone } from "#web/lib/site.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { SiteContact } from "./site-contact.tsx";

/** At least as long as the drawer's animation. */
const openingMs = 500;

type InfoDrawerProps = {
  name: InfoName;
  /** Called once the drawer covers what was in its place. */
  onShown: () => void;
  onClose: () => void;
};

/** The contact page or one of the policies, on top of the page. */
export function InfoDrawer({ name, onShown, onClose }: InfoDrawerProps) {
  const { data, isFetching, refetch } = useQuery(infoQuery(name));
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    const timer = setTimeout(() => shown(), openingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Drawer title={infoLabels[name]} onClose={onClose}>
      {data && <InfoText sheet={data} />}
      {!data && isFetching && (
        <p role="status" className="grid min-h-40 place-items-center">
          <SpinnerMark className="size-10 text-gilt" />
          <span className="sr-only">Loading content...</span>
        </p>
      )}
      {!data && !isFetching && (
        <Callout tone="bad" title="We couldn't load this text">
          Please check your connection and try again.
          <div>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        </Callout>
      )}
    </Drawer>
  );
}

/** The text of an info sheet. The server has sanitized it: a few elements, no attribute that could do anything. */
export function InfoText({ sheet: { name, html, changedAt } }: { sheet: InfoSheet }) {
  const brandZone = useBrandZone();
  return (
    <div className="grid gap-6">
      {html !== "" && <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />}
      {name === "contact" && <SiteContact />}
      {html !== "" && changedAt && (
        <p className="text-sm text-muted">
          Last updated <time dateTime={changedAt}>{formatShortDate(changedAt, brandZone)}</time>
        </p>
      )}
    </div>
  );
}
