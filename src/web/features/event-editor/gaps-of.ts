import { publishGaps } from "#contract/event-gaps.ts";
import type { EditedEvent, PublishGap } from "#contract/event-editing.ts";
import type { NightForm } from "./form/night-form.ts";

/** What a night lacks as the form has it now, saved or not: by the rule that the server publishes by. */
export function gapsOf(night: EditedEvent, form: NightForm): PublishGap[] {
  return publishGaps({
    ...form,
    description: form.descriptionHtml.replace(/<[^>]*>/g, ""),
    hasPoster: form.poster !== null,
    lineupCount: form.lineup.length,
    typeCount: night.gaps.some(({ what }) => what === "tickets") ? 0 : 1,
    isOnMap: form.venue.latitude !== null && form.venue.longitude !== null,
  });
}
