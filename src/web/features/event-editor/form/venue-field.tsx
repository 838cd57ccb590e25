import { ArrowUpRight, MapPin } from "lucide-react";
import { useState } from "react";
import type { VenueChoice } from "#contract/event-editing.ts";
import { mapAddress } from "#web/features/events/event-hero.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";

const VenueDialog = lazyDialog("The venue list", async () => (await import("../dialogs/venue-dialog.tsx")).VenueDialog);

export type VenueFieldProps = {
  value: VenueChoice | undefined;
  error?: string | undefined;
  onChange: (venue: VenueChoice) => void;
};

/** The event's venue: the current one, a link to its map, and a button to choose another. */
export function VenueField({ value: venue, error, onChange }: VenueFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="group" aria-label="Venue" id="event-venue" tabIndex={-1} className="grid gap-1.5">
      <p className="text-sm font-semibold">Venue</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-edge bg-raised px-3.5 py-2.5">
        <MapPin className="size-5 shrink-0 text-gilt" strokeWidth={1.75} />
        {venue ? (
          <span className="grid min-w-0 grow">
            <span className="font-semibold">{venue.name}</span>
            <span className="text-sm text-muted">
              {[venue.address, venue.city, venue.region].filter(Boolean).join(", ")} ·{" "}
              <a
                href={mapAddress({ venue })}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex items-center gap-0.5 underline underline-offset-3 hover:text-ink"
              >
                Map <ArrowUpRight className="size-3.5" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </span>
          </span>
        ) : (
          <span className="grow text-muted">No venue</span>
        )}
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {venue ? "Change" : "Choose"}
          <span className="sr-only"> venue</span>
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
      {isOpen && (
        <VenueDialog
          current={venue}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
