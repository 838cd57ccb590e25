import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Venue } from "#contract/events.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const InBox = ({ children }: { children: ReactNode }) => <div className="p-4">{children}</div>;
const VenuePicture = lazyPart("The map", async () => (await import("./venue-picture.tsx")).VenuePicture, InBox);

/** How far outside the viewport the map starts to load. */
const aheadOf = "400px";

/** The venue on a map. Loads when it comes near the viewport; shows nothing if the venue has no coordinates. */
export function VenueMap({ venue }: { venue: Venue }) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const { latitude, longitude } = venue;
  const isOnMap = latitude !== null && longitude !== null;

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      {
        rootMargin: aheadOf,
      },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [isOnMap]);

  if (!isOnMap) return null;
  return (
    <section aria-labelledby="venue-map">
      <h2 id="venue-map" className="eyebrow mb-4 text-gilt">
        Location
      </h2>
      <div ref={box} className="scales aspect-[8/5] overflow-hidden rounded-lg border border-line bg-page mask-none!">
        {isNear && (
          <Suspense>
            <VenuePicture coordinates={{ latitude, longitude }} name={venue.name} city={venue.city} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
