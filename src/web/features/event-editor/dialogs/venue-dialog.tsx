import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { VenueChoice } from "#contract/event-editing.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { venuesQuery } from "../queries.ts";
import { plural } from "../labels.ts";
import { VenueForm } from "./venue-form.tsx";

export type VenueDialogProps = {
  current: VenueChoice | undefined;
  onClose: () => void;
  onChoose: (venue: VenueChoice) => void;
};

/** Searches for a venue, or adds a new one. */
export function VenueDialog({ current, onClose, onChoose }: VenueDialogProps) {
  const [text, setText] = useState("");
  const [editing, setEditing] = useState<"new" | VenueChoice>();
  const q = useDeferredValue(text.trim());
  const { data, error } = useQuery(venuesQuery(q));

  if (editing !== undefined) {
    return (
      <Dialog onClose={onClose} title={editing === "new" ? "New venue" : "Edit venue"}>
        <VenueForm
          venue={editing === "new" ? undefined : editing}
          name={editing === "new" ? text.trim() : ""}
          onBack={() => setEditing(undefined)}
          onSaved={onChoose}
        />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} title="Choose a venue">
      <div className="grid gap-4">
        <Input
          type="search"
          aria-label="Find a venue"
          placeholder="Name, street or city"
          value={text}
          maxLength={100}
          autoComplete="off"
          onChange={(e) => setText(e.target.value)}
        />
        {error && <Callout tone="bad" title={failureText(error)} />}
        <ul className="-mx-2 max-h-[45vh] overflow-y-auto">
          {data?.items.map((venue) => (
            <li key={venue.id}>
              <button
                type="button"
                aria-pressed={venue.id === current?.id}
                onClick={() => onChoose(venue)}
                className="flex min-h-12 w-full items-center justify-between gap-4 rounded-sm px-2 py-1.5 text-left hover:bg-ink/6 aria-pressed:bg-gold/12"
              >
                <span className="grid min-w-0">
                  <span className="font-semibold">{venue.name}</span>
                  <span className="text-sm text-muted">
                    {[venue.address, venue.city, venue.region].filter(Boolean).join(", ")}
                  </span>
                </span>
                <span className="shrink-0 text-sm text-muted tabular-nums">{plural(venue.eventCount, "event")}</span>
              </button>
            </li>
          ))}
        </ul>
        {data?.items.length === 0 && <p className="text-muted">No venues found.</p>}
        <div className="flex flex-wrap justify-between gap-2">
          {current ? (
            <Button variant="quiet" size="sm" onClick={() => setEditing(current)}>
              Edit {current.name}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="outline" size="sm" onClick={() => setEditing("new")}>
            <Plus aria-hidden="true" className="size-4.5" /> New venue
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
