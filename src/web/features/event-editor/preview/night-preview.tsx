import { useDeferredValue } from "react";
import type { EditedEvent } from "#contract/event-editing.ts";
import type { EventDetail } from "#contract/events.ts";
import { EventFacts } from "#web/features/events/event-facts.tsx";
import { EventHero } from "#web/features/events/event-hero.tsx";
import { EventStory } from "#web/features/events/event-story.tsx";
import { StateBanner } from "#web/features/events/state-banner.tsx";
import { termsOf } from "#web/features/refunds/words.ts";
import { PhoneFrame } from "#web/ui/phone-frame.tsx";
import { useNight } from "../form/form-context.ts";
import type { NightForm } from "../form/night-form.ts";

/** The night's own page with what the form holds now, at a phone's width: the parts are those of the public page. */
export function NightPreview({ className }: { className?: string }) {
  const { night, form } = useNight();
  const event = useDeferredValue(previewOf(night, form));
  return (
    <PhoneFrame title={`Preview: ${form.title}`} {...(className ? { className } : {})}>
      <article>
        <EventHero event={event} />
        <StateBanner event={event} />
        <div className="measure pb-16">
          <EventFacts event={event} />
          <div className="pt-10">
            <EventStory event={event} isOver={night.isOver} />
          </div>
        </div>
      </article>
    </PhoneFrame>
  );
}

function previewOf(night: EditedEvent, form: NightForm): EventDetail {
  const { id, state, stateNote, movedFrom, currency, ticketTypes } = night;
  return {
    ...form,
    id,
    state,
    stateNote,
    movedFrom,
    currency,
    ticketTypes,
    dressCode: form.dressCode || null,
    recap: form.recap || null,
    poster: form.poster ?? night.poster,
    lineup: form.lineup.filter(({ name }) => name !== ""),
    policies: form.policies.filter(({ title, text }) => title !== "" || text !== ""),
    description: form.descriptionHtml
      .replace(/<\/(?:p|h3|h4|li|blockquote)>/g, "\n\n")
      .replace(/<br\s*\/?>/g, "\n")
      .replace(/<[^>]*>/g, "")
      .trim(),
    seo: { title: form.seoTitle || null, description: form.seoDescription || null },
    refunds: termsOf(form.refunds, form.startsAt),
    fromCents: null,
    saleState: "on_sale",
    otherDates: [],
  };
}
