import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { type ChangeEvent, createContext, use } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import type { AttendeeUpdateChoice, EditedEvent, EventChanges } from "#contract/events/editing.ts";
import type { Poster } from "#contract/events/events.ts";

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

/** Error messages by the path of the field. */
export type FieldErrors = Record<string, string>;

/** Two people changed an event from the same version. */
export type Merge = {
  /** Their version plus the fields that only I changed: nothing is lost. */
  form: EventForm;
  /** Fields that both changed to different values. */
  conflicts: FieldName[];
};

/** The state that a save starts from: the server's event, and its values. */
export type Saved = { event: EditedEvent; base: EventForm };

/** Someone else saved in the meantime, and both people changed the same fields. */
export type Conflict = Merge & { mine: EventForm; theirs: EventForm; event: EditedEvent };

/** A save that waits until staff decide whether to notify ticket holders. */
export type HolderQuestion = { changes: EventChanges; from: Saved };

/** Fields that one native input holds. */
export type TextName = { [Name in FieldName]: EventForm[Name] extends string | null ? Name : never }[FieldName];

/** The form of one event: the typed values, the saved values, their errors and undo. */
export type EventFormState = {
  event: EditedEvent;
  form: EventForm;
  set: <Name extends FieldName>(name: Name, value: EventForm[Name]) => void;
  /** For a Field around one native input that holds text. */
  field: (name: TextName) => {
    label: string;
    error: string | undefined;
    input: { value: string; onChange: (e: ChangeEvent<HTMLInputElement>) => void };
  };
  /** For an input that has a value and reports a new one. */
  bind: <Name extends FieldName>(name: Name) => { value: EventForm[Name]; onChange: (value: EventForm[Name]) => void };
  undo: (() => void) | undefined;
  isSaving: boolean;
  failure: string | undefined;
  conflict: Conflict | undefined;
  dropConflict: () => void;
  /** Saves with the choices made in an edit conflict. */
  resolve: (conflict: Conflict, chosen: EventForm) => Promise<boolean>;
  question: HolderQuestion | undefined;
  dropQuestion: () => void;
  /** Continues a save once staff decide what ticket holders get. */
  answer: (attendeeUpdate: AttendeeUpdateChoice) => Promise<boolean>;
  fieldErrors: FieldErrors;
  dirty: FieldName[];
  /** @returns true once everything is saved */
  save: () => Promise<boolean>;
  /** Adopts an event that another call changed: published, rescheduled or canceled. */
  adopt: (changed: EditedEvent) => void;
};

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
  const put = (next: Row[]) => set(name, next as EventForm[Name]);
  const change = (index: number, part: Partial<Row>) => put(rows.with(index, { ...rows[index]!, ...part }));
  return {
    rows,
    add: (row: Row) => put([...rows, row]),
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
      const moveTo = (place: number) => () => put(others.toSpliced(place, 0, rows[index]!));
      return (
        <span className="flex shrink-0">
          <Tool label={`Move up: ${label}`} Icon={ArrowUp} disabled={index === 0} onClick={moveTo(index - 1)} />
          <Tool
            label={`Move down: ${label}`}
            Icon={ArrowDown}
            disabled={index === others.length}
            onClick={moveTo(index + 1)}
          />
          <Tool label={`Remove: ${label}`} Icon={Trash2} onClick={() => put(others)} />
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
