import type { EventDetail } from "#contract/events.ts";
import { useSite } from "#web/lib/site.ts";
import { breadcrumbJsonLd, eventJsonLd, scriptJson } from "./json-ld.ts";

/** A data block, which the content security policy allows: nothing in it runs. */
export function EventJsonLd({ event }: { event: EventDetail }) {
  const { baseUrl } = useSite();
  const said = [eventJsonLd(event, baseUrl), breadcrumbJsonLd(event, baseUrl)];
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(said) }} />;
}
