import { adminEventQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { Audience } from "#contract/campaigns/audiences.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { PersonPicker } from "#web/features/accounts/people/person-picker.tsx";
import { productChoicesQuery } from "#web/features/shop/admin/queries.ts";
import { centsOf, writeAmount } from "#web/lib/amounts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { ImportedList } from "./imported-list.tsx";
import { useEventOptions } from "./queries.ts";

type AudienceFieldsProps = {
  value: Audience;
  onChange: (audience: Audience) => void;
  /** The event whose ticket types can be chosen: that of a message to attendees. */
  eventId: number | null;
};

/** Sets one condition, or removes it if there is nothing left of it. */
function withCondition<Name extends keyof Audience>(audience: Audience, name: Name, value: Audience[Name] | undefined) {
  const { [name]: _former, ...others } = audience;
  return value === undefined ? (others as Audience) : { ...others, [name]: value };
}

const startOf = (day: string) => (day === "" ? undefined : `${day}T00:00:00.000Z`);

/** The conditions of an audience: who fits all that are set gets it. */
export function AudienceFields({ value, onChange, eventId }: AudienceFieldsProps) {
  const set = <Name extends keyof Audience>(name: Name, next: Audience[Name] | undefined) =>
    onChange(withCondition(value, name, next));
  if (eventId !== null)
    return <TicketTypes eventId={eventId} value={value.ticketTypeIds} onChange={(ids) => set("ticketTypeIds", ids)} />;
  const { spend, memberSince } = value;
  const spendOf = (minCents: number | undefined) =>
    set("spend", minCents === undefined ? undefined : { currency: spend?.currency ?? "USD", minCents });
  return (
    <div className="across-2 gap-4">
      <EventCondition
        label="Has a ticket for"
        ids={value.holdsEventIds}
        onChange={(ids) => {
          const { ticketTypeIds: _ofFormerEvent, ...others } = value;
          onChange(withCondition(others, "holdsEventIds", ids));
        }}
      />
      <EventCondition label="Attended" ids={value.attendedEventIds} onChange={(ids) => set("attendedEventIds", ids)} />
      {value.holdsEventIds?.length === 1 && (
        <TicketTypes
          eventId={value.holdsEventIds[0]!}
          value={value.ticketTypeIds}
          onChange={(ids) => set("ticketTypeIds", ids)}
        />
      )}
      <City value={value.city} onChange={(city) => set("city", city)} />
      <Product ids={value.productIds} onChange={(ids) => set("productIds", ids)} />
      <TextField
        label={`Spent at least (${spend?.currency ?? "USD"})`}
        inputMode="decimal"
        placeholder="Any amount"
        defaultValue={writeAmount(spend?.minCents)}
        onChange={(e) => spendOf(e.target.value.trim() === "" ? undefined : centsOf(e.target.value) || undefined)}
      />
      <TextField
        label="Member since, or earlier"
        type="date"
        value={memberSince?.until?.slice(0, 10) ?? ""}
        onChange={(e) => {
          const until = startOf(e.target.value);
          set("memberSince", until === undefined ? undefined : { until });
        }}
      />
      <TextField
        label="Opted in since"
        type="date"
        value={value.optedIn?.from?.slice(0, 10) ?? ""}
        onChange={(e) => {
          const from = startOf(e.target.value);
          set("optedIn", from === undefined ? undefined : { from });
        }}
      />
      <PersonPicker
        label="Follows member"
        placeholder="Anyone"
        value={value.followsPersonIds?.[0]}
        onChange={(id) => set("followsPersonIds", id === undefined ? undefined : [id])}
      />
      <ImportedList label="Only people on this list" value={value.list} onChange={(list) => set("list", list)} />
    </div>
  );
}

type Ids = number[] | undefined;
type IdsProps = { ids: Ids; onChange: (ids: Ids) => void };
const idsOf = (text: string): Ids => (text === "" ? undefined : [Number(text)]);

/** Some events: each is listed with a button that removes it. */
function EventCondition({ label, ids = [], onChange }: IdsProps & { label: string }) {
  const options = useEventOptions();
  const titles = new Map(options);
  const chosen = new Set(ids);
  const left = options.filter(([id]) => !chosen.has(id));
  return (
    <div className="grid content-start gap-2">
      <SelectField
        label={label}
        value=""
        onChange={(e) => e.target.value !== "" && onChange([...ids, Number(e.target.value)])}
        options={[["", ids.length === 0 ? "Any event" : "Or another event"], ...left]}
      />
      {ids.length > 0 && (
        <ul aria-label={label} className="grid gap-1">
          {ids.map((id) => (
            <li
              key={id}
              className="flex items-center justify-between gap-2 rounded-sm border border-line bg-raised pl-3"
            >
              <span className="min-w-0 text-sm wrap-anywhere">{titles.get(id) ?? `Event ${id}`}</span>
              <IconButton
                Icon={X}
                label={`Remove ${titles.get(id) ?? id}`}
                onClick={() => onChange(ids.length === 1 ? undefined : ids.filter((each) => each !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A city that has or had events. A saved one that has none anymore stays chosen. */
function City({ value = "", onChange }: { value: string | undefined; onChange: (city: string | undefined) => void }) {
  const { data } = useQuery(adminQuery("GET /api/admin/events"));
  const cities = data?.cities ?? [];
  const isKnown = value === "" || cities.some((city) => city.toLowerCase() === value.toLowerCase());
  return (
    <SelectField
      label="Bought tickets in"
      value={cities.find((city) => city.toLowerCase() === value.toLowerCase()) ?? value}
      onChange={(e) => onChange(e.target.value || undefined)}
      options={[["", "Any city"], ...(isKnown ? cities : [value, ...cities]).map((city) => [city, city] as const)]}
    />
  );
}

function Product({ ids, onChange }: IdsProps) {
  const { data } = useQuery(productChoicesQuery());
  return (
    <SelectField
      label="Bought product"
      value={ids?.[0] ?? ""}
      onChange={(e) => onChange(idsOf(e.target.value))}
      options={[["", "Any product"], ...(data?.items ?? []).map(({ id, title }) => [id, title] as const)]}
    />
  );
}

/** The ticket types of one event; none chosen means all of them. */
function TicketTypes({ eventId, value, onChange }: { eventId: number; value: Ids; onChange: (ids: Ids) => void }) {
  const { data } = useQuery(adminEventQuery(eventId));
  const chosen = new Set(value);
  function toggle(id: number) {
    if (!chosen.delete(id)) chosen.add(id);
    onChange(chosen.size === 0 ? undefined : [...chosen]);
  }
  return (
    <fieldset className="col-span-full">
      <legend className="text-sm font-semibold">Ticket types</legend>
      <p className="text-sm text-muted">Choose none to reach everyone with a ticket.</p>
      <div className="mt-1 across-2">
        {data?.types.map(({ id, name, ticketCount }) => (
          <Checkbox key={id} label={`${name} (${ticketCount})`} checked={chosen.has(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  );
}
