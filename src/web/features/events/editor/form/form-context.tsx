import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { type ChangeEvent, createContext, use } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { EditedEvent, EventChanges } from "#contract/events/editing.ts";
import type { Poster } from "#contract/events/events.ts";
import type { EventFormState } from "./use-event-form.ts";

/** The contract's fields; the form holds the venue itself instead of its id. */
export type FieldName = Exclude<keyof EventChanges, "venueId"> | "venue";

/** An event as the form holds it. Text that may be missing is null or empty. Instants are UTC. */
export type EventForm = Omit<Pick<EditedEvent, FieldName>, "poster"> & { poster: Poster | null };

/** What the editor must know about a field outside its tab. */
type EventField<Name extends FieldName> = {
  label: string;
  /** Says what is wrong, instead of the contract's own message. In a list, by the part of a row. */
  message?: string | Record<string, string>;
  /** The form's value of a saved event, if it isn't the event's own. */
  read?: (event: EditedEvent) => EventForm[Name];
  /** The value that is saved, if it isn't the form's own. */
  write?: (value: EventForm[Name]) => EventChanges[Name extends keyof EventChanges ? Name : "venueId"];
  /** The value in words, if it isn't text. */
  describe?: (value: EventForm[Name], form: EventForm) => string;
};

/** Some of the form's fields. Each tab declares its own, beside their inputs. */
export type EventFields = { [Name in FieldName]?: EventField<Name> };

export const EventFormContext = createContext<EventFormState | undefined>(undefined);

/** The form of the event that staff edit; every tab of the editor shares it. */
export function useEventEditor(): EventFormState {
  const state = use(EventFormContext);
  if (state === undefined) throw new Error("useEventEditor must be used within the event editor");
  return state;
}

type Lists = Pick<EventForm, "lineup" | "policies" | "gallery">;

/** The rows of a list in the form, and what adds, changes, moves and removes them. */
export function useRows<Name extends keyof Lists>(name: Name) {
  type Row = Lists[Name][number];
  const { form, set, fieldErrors } = useEventEditor();
  const rows = form[name] as Row[];
  const setRows = (next: Row[]) => set(name, next as EventForm[Name]);
  const change = (index: number, part: Partial<Row>) => setRows(rows.with(index, { ...rows[index]!, ...part }));
  return {
    rows,
    add: (row: Row) => setRows([...rows, row]),
    change,
    /** For a Field around one native input that holds text. */
    field: (index: number, part: keyof Row & string) => ({
      error: fieldErrors[`${name}.${index}.${part}`],
      input: {
        value: rows[index]![part],
        onChange: (e: ChangeEvent<HTMLInputElement>) => change(index, { [part]: e.target.value } as Partial<Row>),
      },
    }),
    /** Buttons to move a row up or down or remove it. @param label names the row: "Selector Duke" */
    tools: (index: number, label: string) => {
      const others = rows.toSpliced(index, 1);
      const moveTo = (place: number) => () => setRows(others.toSpliced(place, 0, rows[index]!));
      return (
        <span className="flex shrink-0">
          <Tool label={`Move up: ${label}`} Icon={ArrowUp} disabled={index === 0} onClick={moveTo(index - 1)} />
          <Tool
            label={`Move down: ${label}`}
            Icon={ArrowDown}
            disabled={index === others.length}
            onClick={moveTo(index + 1)}
          />
          <Tool label={`Remove: ${label}`} Icon={Trash2} onClick={() => setRows(others)} />
        </span>
      );
    },
  };
}

type ToolProps = { label: string; Icon: typeof ArrowUp; disabled?: boolean; onClick: () => void };

function Tool({ label, Icon, ...rest }: ToolProps) {
  return (
    <button type="button" aria-label={label} className={buttonStyle("quiet", "icon", "size-9! text-muted")} {...rest}>
      <Icon className="size-4.5" />
    </button>
  );
}
