import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { VenueChoice } from "#contract/event-editing.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useEditConflict } from "#web/features/admin/edit-conflict/use-edit-conflict.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { fieldErrorsFromServer, type FieldErrors } from "../form/field-errors.ts";
import { plural } from "../labels.ts";

type VenueValues = Record<"name" | "address" | "city" | "region" | "country" | "point", string>;

/** Reads "40.7033, -73.9881" as copied from a map; undefined for anything else. */
function readPoint(text: string): { latitude: number; longitude: number } | null | undefined {
  if (text.trim() === "") return null;
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (match === null) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? undefined : { latitude, longitude };
}

export type VenueFormProps = {
  venue: VenueChoice | undefined;
  /** What staff searched for and did not find. */
  name: string;
  onBack: () => void;
  onSaved: (venue: VenueChoice) => void;
};

const valuesOf = (venue: VenueChoice | undefined, name = ""): VenueValues => ({
  name: venue?.name ?? name,
  address: venue?.address ?? "",
  city: venue?.city ?? "",
  region: venue?.region ?? "",
  country: venue?.country ?? "US",
  point: venue === undefined || venue.latitude === null ? "" : `${venue.latitude}, ${venue.longitude}`,
});

const labels: Record<keyof VenueValues, string> = {
  name: "Name",
  address: "Street address",
  city: "City",
  region: "State or region",
  country: "Country",
  point: "Map coordinates",
};

/** The latest data of a venue and its version. */
async function readVenue(id: number): Promise<VenueChoice> {
  const { items } = await callJson<{ items: VenueChoice[] }>("GET", withQuery("/api/admin/venues", { id }));
  return items[0]!;
}

/** Adds a venue or edits one. */
export function VenueForm({ venue, name, onBack, onSaved }: VenueFormProps) {
  const queryClient = useQueryClient();
  const [values, setValues] = useState<VenueValues>(() => valuesOf(venue, name));
  const conflict = useEditConflict(values, venue?.version ?? 0);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save() {
    const point = readPoint(values.point);
    const found: FieldErrors = {};
    if (values.name.trim() === "") found.name = "Enter a name";
    if (values.city.trim() === "") found.city = "Enter a city";
    if (values.country.trim().length < 2) found.country = "Enter a country";
    if (point === undefined) found.point = "Enter two numbers with a comma between them, like 40.7033, -73.9881";
    setFieldErrors(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const { name: called, address, city, region, country } = values;
    const body = {
      name: called.trim(),
      address: address.trim() || null,
      city: city.trim(),
      region: region.trim(),
      country: country.trim(),
      ...point,
    };
    try {
      const saved = venue
        ? await callJson<VenueChoice>("PATCH", `/api/admin/venues/${venue.id}`, {
            body: { ...body, version: conflict.version },
          })
        : await callJson<VenueChoice>("POST", "/api/admin/venues", { body });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/venues"),
      });
      onSaved(saved);
    } catch (error) {
      setBusy(false);
      if (venue && conflict.isEditConflict(error)) {
        const latest = await readVenue(venue.id);
        return setValues(conflict.mergeLatest(values, valuesOf(latest), latest.version));
      }
      if (error instanceof CallError && error.answer.errors) setFieldErrors(fieldErrorsFromServer(error.answer.errors));
      setRefusal(failureText(error));
    }
  }

  const field = (key: keyof VenueValues, more: { hint?: string; required?: boolean } = {}) => (
    <Field label={labels[key]} error={fieldErrors[key]} {...more}>
      <Input
        value={values[key]}
        maxLength={key === "address" ? 200 : 80}
        autoComplete="off"
        onChange={(e) => setValues({ ...values, [key]: e.target.value })}
      />
    </Field>
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(e) => {
        e.preventDefault();
        e.stopPropagation();
        void save();
      }}
    >
      {venue && venue.eventCount > 1 && (
        <Callout title={`This updates ${plural(venue.eventCount, "event")} at this venue`} />
      )}
      {field("name", { required: true })}
      {field("address")}
      <div className="grid gap-4 sm:grid-cols-2">
        {field("city", { required: true })}
        {field("region")}
      </div>
      {field("country", { required: true, hint: "Two letters, like US or TT" })}
      {field("point", {
        hint: "Latitude and longitude, copied from a map. Puts the event on our map.",
      })}
      {conflict.theirEdits && <SavedMeanwhile theirEdits={conflict.theirEdits} labels={labels} />}
      {refusal && <Callout tone="bad" title={refusal} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={isBusy}>
          {venue ? "Save venue" : "Add venue"}
        </Button>
      </div>
    </form>
  );
}
