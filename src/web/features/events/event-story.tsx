import type { EventDetail } from "#contract/events.ts";

/** What the night is: who plays, what to expect, what the house asks. */
export function EventStory({ event }: { event: EventDetail }) {
  const paragraphs = event.description.split(/\n{2,}/).filter((text) => text.trim() !== "");
  return (
    <div className="grid content-start gap-14">
      {paragraphs.length > 0 && (
        <section aria-labelledby="about">
          <h2 id="about" className="eyebrow mb-4 text-gilt">
            The night
          </h2>
          <div className="grid max-w-[62ch] gap-4 text-lg whitespace-pre-line">
            {paragraphs.map((text, index) => (
              <p key={index}>{text}</p>
            ))}
          </div>
        </section>
      )}
      {event.lineup.length > 0 && <LineUp lineup={event.lineup} />}
      {event.policies.length > 0 && (
        <section aria-labelledby="policies">
          <h2 id="policies" className="eyebrow mb-4 text-gilt">
            Good to know
          </h2>
          <dl className="grid gap-6 sm:grid-cols-2">
            {event.policies.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1 text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function LineUp({ lineup }: Pick<EventDetail, "lineup">) {
  return (
    <section aria-labelledby="lineup">
      <h2 id="lineup" className="eyebrow mb-4 text-gilt">
        Line-up
      </h2>
      <ul className="border-t border-line">
        {lineup.map(({ name, role }) => (
          <li
            key={`${name} ${role}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3"
          >
            <span className="display text-display-md">{name}</span>
            <span className="text-muted">{role}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
