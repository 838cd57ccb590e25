import type { EventDetail } from "#contract/events.ts";
import { Poster } from "#web/ui/poster.tsx";

/** The lineup. Artists with an image come first, in large format; the others are a list of names. */
export function LineUp({ lineup }: Pick<EventDetail, "lineup">) {
  const pictured = lineup.filter(({ picture }) => picture !== null);
  const named = lineup.filter(({ picture }) => picture === null);
  return (
    <section aria-labelledby="lineup">
      <h2 id="lineup" className="eyebrow mb-4 text-gilt">
        Lineup
      </h2>
      {pictured.length > 0 && (
        <ul className="mb-2 grid grid-cols-2 gap-x-3 gap-y-6 sm:grid-cols-3 sm:gap-x-5">
          {pictured.map(({ name, role, picture }) => (
            <li key={`${name} ${role}`}>
              {picture && (
                <Poster
                  poster={picture}
                  decorative
                  sizes="(min-width: 64rem) 16rem, 46vw"
                  className="mb-3 aspect-4/5 rounded-sm"
                />
              )}
              <span className="display block text-display-sm">{name}</span>
              <span className="text-sm text-muted">{role}</span>
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <ul className="border-t border-line">
          {named.map(({ name, role }) => (
            <li
              key={`${name} ${role}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3"
            >
              <span className="display text-display-md">{name}</span>
              <span className="text-muted">{role}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
