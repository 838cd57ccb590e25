import { adminEventQuery, eventChoicesQuery, eventOptions } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import { Options, Field, type FieldProps, Select } from "#web/ui/field.tsx";
import { ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { adminQueryOf } from "#web/admin-kit/table/list-query.ts";

/** The hosts of an event, with what they may give. */
export const compHostsQuery = (eventId: number) => adminQueryOf("GET /api/admin/comp-hosts", { query: { eventId } });

/** The fields of what comps are issued of, as text. */
type CompSource = { eventId: string; ticketTypeId: string; hostId: string };

/** They are empty at first, except for the event where the page is about one. */
export const noSource = (eventId: number | undefined): CompSource => ({
  eventId: eventId ? String(eventId) : "",
  ticketTypeId: "",
  hostId: "",
});

/** What the contract expects of them. */
export const sourceOf = ({ eventId, ticketTypeId, hostId }: CompSource) => ({
  eventId: Number(eventId),
  ticketTypeId: Number(ticketTypeId),
  ...(hostId === "" ? {} : { hostId: Number(hostId) }),
});

export const sourceMessages = { eventId: "Choose an event", ticketTypeId: "Choose a ticket type" };

type CompSourceProps = {
  form: {
    values: CompSource;
    field(name: keyof CompSource, options?: { onChange: () => void }): Pick<FieldProps, "input" | "error">;
    setValue(name: "ticketTypeId" | "hostId", value: ""): void;
  };
  /** False where the page is about one event. */
  choosesEvent: boolean;
};

/** What comps are issued of: the event, its ticket type, and the host whose budget they count toward. */
export function CompSourceFields({ form, choosesEvent }: CompSourceProps) {
  const eventId = Number(form.values.eventId);
  const clearEvent = () => {
    form.setValue("ticketTypeId", "");
    form.setValue("hostId", "");
  };
  const events = useQuery({ ...eventChoicesQuery(), enabled: choosesEvent });
  const event = useQuery({ ...adminEventQuery(eventId), enabled: eventId > 0 });
  const hosts = useQuery({ ...compHostsQuery(eventId), enabled: eventId > 0 });
  return (
    <>
      {choosesEvent && !events.data && <ReadFailure label="Events" query={events} />}
      {eventId > 0 && !event.data && <ReadFailure label="Ticket types" query={event} />}
      {choosesEvent && (
        <Field label="Event" required {...form.field("eventId", { onChange: clearEvent })}>
          <Select>
            <option value="">Choose an event</option>
            <Options
              of={eventOptions((events.data?.items ?? []).filter((each) => !each.isOver && each.status !== "canceled"))}
            />
          </Select>
        </Field>
      )}
      <Field label="Ticket type" required {...form.field("ticketTypeId")}>
        <Select disabled={!event.data}>
          <option value="">{event.isFetching ? "Loading…" : "Choose a type"}</option>
          {event.data?.types.map((type) => (
            <option key={type.id} value={type.id}>
              {`${type.name} · ${type.available === 0 ? "none left" : `${type.available} left`}${type.ticketsPerUnit > 1 ? ` · admits ${type.ticketsPerUnit}` : ""}`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Host" hint="Whose budget these count toward" {...form.field("hostId")}>
        <Select disabled={!hosts.data}>
          <option value="">No host</option>
          {hosts.data?.items.map(({ id, name, budget, usedCount }) => (
            <option key={id} value={id}>{`${name} · ${Math.max(0, budget - usedCount)} of ${budget} left`}</option>
          ))}
        </Select>
      </Field>
    </>
  );
}
