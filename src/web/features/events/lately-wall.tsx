import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import { dateParts, hasDate, noDateShort } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { latelyQuery } from "./queries.ts";

/** The most recent past events, in grayscale; each links to its recap. */
export function LatelyWall() {
  const { data } = useSuspenseQuery(latelyQuery());
  if (data.items.length === 0) return null;
  return (
    <section aria-labelledby="lately" className="measure pt-20 md:pt-28">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4 md:mb-10">
        <h2 id="lately" className="display text-display-lg">
          The morning after
        </h2>
        <LinkButton to={paths.events({ when: "past" })} variant="outline" className="mb-1">
          Past events
        </LinkButton>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 md:grid-cols-4 md:gap-4">
        {data.items.map((event) => {
          const { day, month } = dateParts(event.startsAt, event.timeZone);
          return (
            <li key={event.id}>
              <Link
                to={paths.event(event)}
                className="group relative isolate flex aspect-4/5 flex-col justify-end overflow-clip rounded-sm p-3 text-bone xs:p-4"
              >
                <img
                  src={paths.posters.picture(event.posterKey, 480, "webp")}
                  alt=""
                  width={480}
                  height={600}
                  loading="lazy"
                  decoding="async"
                  className="absolute inset-0 -z-10 size-full object-cover grayscale transition duration-500 group-hover:grayscale-0 group-focus-visible:grayscale-0"
                />
                <span aria-hidden="true" className="absolute inset-0 -z-10 poster-shade" />
                <span className="display text-lg leading-none wrap-break-word group-hover:underline xs:text-display-sm">
                  {event.title}
                </span>
                <span className="mt-1 text-sm">
                  {hasDate(event) ? `${month} ${day}` : noDateShort} · {event.city}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
