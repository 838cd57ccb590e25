import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Input } from "#web/ui/field.tsx";
import { collectionsQuery } from "../queries.ts";
import { useProductEditor } from "./editor-context.ts";

/** Where visitors find the product: collections of the shop, and pages of events. */
export function PlacesPanel() {
  return (
    <Panel title="Collections and events" text="Where visitors find it besides the shop's front page.">
      <div className="grid items-start gap-6 md:grid-cols-2">
        <CollectionChoice />
        <EventChoice />
      </div>
    </Panel>
  );
}

const toggled = (ids: number[], id: number, isOn: boolean) =>
  isOn ? [...ids, id] : ids.filter((other) => other !== id);

function CollectionChoice() {
  const { form, set } = useProductEditor();
  const { data } = useQuery(collectionsQuery());
  const { collectionIds } = form.values;
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-semibold">Collections</legend>
      {data?.items.length === 0 && <p className="text-sm text-muted">There are no collections yet.</p>}
      {data?.items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={collectionIds.includes(id)}
          onChange={(e) => set({ collectionIds: toggled(collectionIds, id, e.target.checked) })}
        />
      ))}
      {form.error("collectionIds") && (
        <p className="text-sm font-medium text-hibiscus">{form.error("collectionIds")}</p>
      )}
    </fieldset>
  );
}

function EventChoice() {
  const { form, set } = useProductEditor();
  const { eventIds } = form.values;
  const [text, setText] = useState("");
  const q = useSettled(text.trim(), 250) || undefined;
  const query = { sort: "next", q, when: q ? undefined : "upcoming" } as const;
  const { data } = useQuery(adminQuery("GET /api/admin/events", { query }));
  const listed = data?.items ?? [];
  const others = eventIds.filter((id) => !listed.some((event) => event.id === id));
  const toggle = (id: number, isOn: boolean) => set({ eventIds: toggled(eventIds, id, isOn) });
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-semibold">Events</legend>
      {others.map((id) => (
        <ChosenEvent key={id} id={id} onRemove={() => toggle(id, false)} />
      ))}
      <Input
        type="search"
        aria-label="Search events"
        placeholder="Search events"
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={(e) => setText(e.target.value)}
        // Enter would save the product.
        onKeyDown={(e) => e.key === "Enter" && e.preventDefault()}
      />
      <div className="mt-1 grid max-h-64 gap-1 overflow-y-auto">
        {listed.map(({ id, title, startsAt, timeZone }) => (
          <Checkbox
            key={id}
            label={
              <>
                {title}{" "}
                <span className="text-sm text-muted">
                  <EventMoment at={startsAt} timeZone={timeZone} withTime={false} />
                </span>
              </>
            }
            checked={eventIds.includes(id)}
            onChange={(e) => toggle(id, e.target.checked)}
          />
        ))}
        {data && listed.length === 0 && <p className="text-sm text-muted">No events match.</p>}
      </div>
    </fieldset>
  );
}

/** An event that the product belongs to and the list below doesn't show. */
function ChosenEvent({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(adminQuery("GET /api/admin/events/{id}", { params: { id } }));
  return <Checkbox label={data?.title ?? "Event"} checked onChange={onRemove} />;
}
