import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { buttonStyle } from "#web/ui/button-style.ts";

/** The list with one row moved up or down by one. */
export function moved<Row>(rows: Row[], index: number, by: 1 | -1): Row[] {
  const next = [...rows];
  const [row] = next.splice(index, 1);
  next.splice(index + by, 0, row!);
  return next;
}

export type RowToolsProps = {
  /** Names the row: "Selector Duke". */
  label: string;
  index: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
};

/** Buttons to move a row up or down or remove it, by pointer and by keyboard. */
export function RowTools({ label, index, count, onMove, onRemove }: RowToolsProps) {
  const style = buttonStyle("quiet", "icon", "size-9! text-muted");
  return (
    <span className="flex shrink-0">
      <button
        type="button"
        aria-label={`Move up: ${label}`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
        className={style}
      >
        <ArrowUp aria-hidden="true" className="size-4.5" />
      </button>
      <button
        type="button"
        aria-label={`Move down: ${label}`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
        className={style}
      >
        <ArrowDown aria-hidden="true" className="size-4.5" />
      </button>
      <button type="button" aria-label={`Remove: ${label}`} onClick={onRemove} className={style}>
        <Trash2 aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  );
}
