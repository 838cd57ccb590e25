import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { ChangeEvent } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { type EventForm, useEventEditor } from "./form-context.ts";

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
