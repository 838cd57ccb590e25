import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { VenueChoice } from "#contract/event-editing.ts";
import { SavedMeanwhile } from "#web/features/desk/meeting/saved-meanwhile.tsx";
import { useMeeting } from "#web/features/desk/meeting/use-meeting.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { callJson, CallError } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { faultsFromServer, type Faults } from "../form/faults.ts";
import { plural } from "../words.ts";

type Words = Record<"name" | "address" | "city" | "region" | "country" | "point", string>;

/** "40.7033, -73.9881" as maps copy it; undefined for what is no point. */
function readPoint(text: string): { latitude: number; longitude: number } | null | undefined {
  if (text.trim() === "") return null;
  const match = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  if (match === null) return undefined;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) > 90 || Math.abs(longitude) > 180 ? undefined : { latitude, longitude };
}

export type VenueFormProps = {
  venue: VenueChoice | undefined;
  /** What was looked for and not found. */
  name: string;
  onBack: () => void;
  onSaved: (venue: VenueChoice) => void;
};

const wordsOf = (venue: VenueChoice | undefined, name = ""): Words => ({
  name: venue?.name ?? name,
  address: venue?.address ?? "",
  city: venue?.city ?? "",
  region: venue?.region ?? "",
  country: venue?.country ?? "US",
  point: venue === undefined || venue.latitude === null ? "" : `${venue.latitude}, ${venue.longitude}`,
});

const labels: Record<keyof Words, string> = {
  name: "Name",
  address: "Street and number",
  city: "City",
  region: "State or region",
  country: "Country",
  point: "Point on the map",
};

/** The latest words of a place and their version. */
async function readVenue(id: number): Promise<VenueChoice> {
  const { items } = await callJson<{ items: VenueChoice[] }>("GET", withQuery("/api/admin/venues", { id }));
  return items[0]!;
}

/** A new place, or the correction of one. */
export function VenueForm({ venue, name, onBack, onSaved }: VenueFormProps) {
  const queryClient = useQueryClient();
  const [words, setWords] = useState<Words>(() => wordsOf(venue, name));
  const meeting = useMeeting(words, venue?.version ?? 0);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function save() {
    const point = readPoint(words.point);
    const found: Faults = {};
    if (words.name.trim() === "") found.name = "A place has a name";
    if (words.city.trim() === "") found.city = "Say in which city it is";
    if (words.country.trim().length < 2) found.country = "Say in which country it is";
    if (point === undefined) found.point = "Two numbers with a comma between: 40.7033, -73.9881";
    setFaults(found);
    setRefusal(undefined);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const { name: called, address, city, region, country } = words;
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
            body: { ...body, version: meeting.version },
          })
        : await callJson<VenueChoice>("POST", "/api/admin/venues", { body });
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/venues"),
      });
      onSaved(saved);
    } catch (error) {
      setBusy(false);
      if (venue && meeting.isMet(error)) {
        const latest = await readVenue(venue.id);
        return setWords(meeting.meet(words, wordsOf(latest), latest.version));
      }
      if (error instanceof CallError && error.answer.errors) setFaults(faultsFromServer(error.answer.errors));
      setRefusal(failureText(error));
    }
  }

  const field = (key: keyof Words, more: { hint?: string; required?: boolean } = {}) => (
    <Field label={labels[key]} error={faults[key]} {...more}>
      <Input
        value={words[key]}
        maxLength={key === "address" ? 200 : 80}
        autoComplete="off"
        onChange={(event) => setWords({ ...words, [key]: event.target.value })}
      />
    </Field>
  );
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      {venue && venue.nights > 1 && <Notice title={`This corrects it for all its ${plural(venue.nights, "night")}`} />}
      {field("name", { required: true })}
      {field("address")}
      <div className="grid gap-4 sm:grid-cols-2">
        {field("city", { required: true })}
        {field("region")}
      </div>
      {field("country", { required: true, hint: "Two letters, as US or TT" })}
      {field("point", {
        hint: "Latitude and longitude, as a map copies them. Puts the night on our own map.",
      })}
      {meeting.met && <SavedMeanwhile met={meeting.met} words={labels} />}
      {refusal && <Notice tone="bad" title={refusal} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={isBusy}>
          {venue ? "Correct it" : "Add the place"}
        </Button>
      </div>
    </form>
  );
}
