import { useDeferredValue } from "react";
import type { EditedEvent } from "#contract/events/editing.ts";
import type { EventDetail } from "#contract/events/events.ts";
import { EventDetails, EventHero } from "#web/features/events/event-hero.tsx";
import { EventStory } from "#web/features/events/event-story.tsx";
import { StatusBanner } from "#web/features/events/status-banner.tsx";
import { termsOf } from "#web/features/refunds/labels.ts";
import { PhoneFrame } from "#web/ui/phone-frame.tsx";
import { type EventForm, useEventEditor } from "../form/form-context.tsx";

/** The event page with the form's current values at phone width, built from the public page's components. */
export function EventPreview({ className }: { className?: string }) {
  const { event, form } = useEventEditor();
  const preview = useDeferredValue(previewOf(event, form));
  return (
    <PhoneFrame title={`Preview: ${form.title}`} {...(className ? { className } : {})}>
      <article>
        <EventHero event={preview} />
        <StatusBanner event={preview} />
        <div className="measure pb-16">
          <EventDetails event={preview} />
          <div className="pt-10">
            <EventStory event={preview} isOver={event.isOver} />
          </div>
        </div>
      </article>
    </PhoneFrame>
  );
}

function previewOf(event: EditedEvent, form: EventForm): EventDetail {
  return {
    ...event,
    ...form,
    dressCode: form.dressCode || null,
    recap: form.recap || null,
    poster: form.poster ?? event.poster,
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
    saleStatus: "on_sale",
    otherDates: [],
  };
}
