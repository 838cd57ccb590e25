import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { SelectField, TextField, Input } from "#web/ui/field.tsx";
import { usStates } from "#contract/delivery/us-states.ts";
import { isShortMapLink, mapLinkOf, readMapLink } from "#web/lib/map-link.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Suspense, useDeferredValue, useState } from "react";
import { type VenueChoice, createVenue } from "#contract/events/editing.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { venuesQuery } from "../queries.ts";

type VenueDialogProps = {
  current: VenueChoice | undefined;
  onClose: () => void;
  onChoose: (venue: VenueChoice) => void;
};

/** Searches for a venue, or adds a new one. */
export function VenueDialog({ current, onClose, onChoose }: VenueDialogProps) {
  const [text, setText] = useState("");
  const [editing, setEditing] = useState<Pick<VenueFormProps, "venue" | "name">>();
  const q = useDeferredValue(text.trim());
  const { data, error } = useQuery(venuesQuery(q));

  if (editing !== undefined) {
    return (
      <Dialog onClose={onClose} title={editing.venue ? "Edit venue" : "New venue"}>
        <VenueForm {...editing} onBack={() => setEditing(undefined)} onSaved={onChoose} />
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
        <Failure error={error} />
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
                <span className="shrink-0 text-sm text-muted tabular-nums">{counted(venue.eventCount, "event")}</span>
              </button>
            </li>
          ))}
        </ul>
        {data?.items.length === 0 && <p className="text-muted">No venues found.</p>}
        <div className="flex flex-wrap justify-between gap-2">
          {current ? (
            <Button variant="quiet" size="sm" onClick={() => setEditing({ venue: current })}>
              Edit {current.name}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="outline" size="sm" onClick={() => setEditing({ name: text.trim() })}>
            <Plus className="size-4.5" /> New venue
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type VenueValues = Record<"name" | "address" | "city" | "region" | "postalCode" | "country" | "point", string>;

/** The point of a map link. What isn't one doesn't pass the schema. */
function pointOf(text: string): { latitude?: number; longitude?: number } {
  if (text.trim() === "") return {};
  return readMapLink(text) ?? { latitude: Number.NaN, longitude: Number.NaN };
}

const pointMessage = (text: unknown) =>
  isShortMapLink(String(text))
    ? "This short link doesn't say where the place is. Open it, then copy the link from the address bar."
    : "Paste a link from Google Maps, Apple Maps or OpenStreetMap";

type VenueFormProps = {
  venue?: VenueChoice;
  /** What staff searched for and did not find. */
  name?: string;
  onBack: () => void;
  onSaved: (venue: VenueChoice) => void;
};

const valuesOf = (venue?: VenueChoice, name = ""): VenueValues => ({
  name: venue?.name ?? name,
  address: venue?.address ?? "",
  city: venue?.city ?? "",
  region: venue?.region ?? "",
  postalCode: venue?.postalCode ?? "",
  country: venue?.country ?? "US",
  point:
    venue === undefined || venue.latitude === null || venue.longitude === null
      ? ""
      : mapLinkOf({ latitude: venue.latitude, longitude: venue.longitude }),
});

const labels: Record<keyof VenueValues, string> = {
  name: "Name",
  address: "Street address",
  city: "City",
  region: "State or region",
  postalCode: "ZIP or postal code",
  country: "Country",
  point: "Map link",
};

const VenuePicture = lazyPart(
  "The map",
  async () => (await import("#web/features/events/map/venue-picture.tsx")).VenuePicture,
);

const allStates = Object.entries(usStates);

/** Adds a venue or edits one. */
function VenueForm({ venue, name, onBack, onSaved }: VenueFormProps) {
  const write = useAdminWrite();
  const form = useVersionedForm({
    schema: createVenue.body,
    bodyOf: ({ point, address, postalCode, country, ...rest }) => ({
      ...rest,
      country: country.trim().toUpperCase(),
      address: address.trim() || null,
      postalCode: postalCode.trim() || null,
      ...pointOf(point),
    }),
    defaults: valuesOf(venue, name),
    messages: {
      name: "Enter a name",
      city: "Enter a city",
      country: "Enter a country",
      latitude: pointMessage,
      longitude: pointMessage,
    },
    fields: { latitude: "point", longitude: "point" },
    subject: venue,
    readLatest: async () => {
      const [latest] = (await callApi("GET /api/admin/venues", { query: { id: venue!.id } })).items;
      return latest && { values: valuesOf(latest), version: latest.version };
    },
    deleted: "Someone deleted this venue.",
    submit: async (body, current) => {
      onSaved(
        current
          ? await write("PATCH /api/admin/venues/{id}", {
              params: { id: current.id },
              body: { ...body, version: current.version },
            })
          : await write("POST /api/admin/venues", { body }),
      );
    },
  });

  const isInUs = form.values.country.trim().toUpperCase() === "US";
  const point = readMapLink(form.values.point);
  // A venue from before states were chosen keeps what it has.
  const { region } = form.values;
  const states = [
    ["", "Choose a state"],
    ...(region in usStates || region === "" ? [] : [[region, region]]),
    ...allStates,
  ] as [string, string][];
  const field = (key: keyof VenueValues, more: { label?: string; hint?: string; required?: boolean } = {}) => (
    <TextField
      label={labels[key]}
      {...more}
      {...form.field(key)}
      maxLength={{ point: 2000, address: 200, postalCode: 20 }[key as string] ?? 80}
      autoComplete="off"
    />
  );
  return (
    <form {...form.props} className="grid gap-4">
      {venue && venue.eventCount > 1 && (
        <Callout title={`This updates ${counted(venue.eventCount, "event")} at this venue`} />
      )}
      {field("name", { required: true })}
      {field("address")}
      {field("city", { required: true })}
      <div className="across-2 items-start gap-4">
        {isInUs ? <SelectField label="State" required {...form.field("region")} options={states} /> : field("region")}
        {field("postalCode", isInUs ? { label: "ZIP Code" } : {})}
      </div>
      {field("country", { required: true, hint: "Two letters, like US or TT" })}
      {field("point", {
        hint: point
          ? "The link has a place. The event shows there on our map."
          : "Find the venue in Google Maps, Apple Maps or OpenStreetMap, and paste its link here.",
      })}
      {point && (
        <div className="scales aspect-[8/5] overflow-hidden rounded-md border border-line bg-page mask-none!">
          <Suspense>
            <VenuePicture coordinates={point} name={form.values.name} city={form.values.city} />
          </Suspense>
        </div>
      )}
      <SavedMeanwhile form={form} labels={labels} />
      <FormEnd form={form} action={venue ? "Save venue" : "Add venue"} onCancel={onBack} cancel="Back" />
    </form>
  );
}
