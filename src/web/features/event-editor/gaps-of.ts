import { publishGaps } from "#contract/event-gaps.ts";
import type { EditedEvent, PublishGap } from "#contract/event-editing.ts";
import type { EventForm } from "./form/event-form.ts";

/** What the event in the form still lacks, saved or not. Uses the server's own rule for publishing. */
export function gapsOf(event: EditedEvent, form: EventForm): PublishGap[] {
  return publishGaps({
    ...form,
    description: form.descriptionHtml.replace(/<[^>]*>/g, ""),
    hasPoster: form.poster !== null,
    lineupCount: form.lineup.length,
    typeCount: event.gaps.some(({ what }) => what === "tickets") ? 0 : 1,
    isOnMap: form.venue.latitude !== null && form.venue.longitude !== null,
  });
}
