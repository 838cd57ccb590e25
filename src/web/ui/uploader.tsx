import { clsx } from "clsx";
import { CircleAlert, CircleCheck, RotateCcw, Upload, X } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { Button, IconButton } from "./button.tsx";

/** A file's state: waiting, uploading, being processed on the server, done, or failed. */
type UploadState = "waiting" | "sending" | "working" | "done" | "failed";

export type UploadItem = {
  id: string;
  name: string;
  state: UploadState;
  /** The uploaded share, 0 to 1. */
  progress: number;
  /** The result as text: why it failed, or that the file already existed. */
  note?: string | undefined;
  /** True if a retry may help. */
  canRetry?: boolean | undefined;
};

type UploaderProps = {
  /** "Drop images here". */
  title: string;
  /** Which files are accepted, as text. */
  hint: string;
  /** The same for the file chooser. */
  accept: string;
  multiple?: boolean;
  /** Takes less room, for dialogs. */
  compact?: boolean;
  items: UploadItem[];
  onFiles: (files: File[]) => void;
  /** Removes a file from the list and cancels its upload. */
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

/** Takes dropped or chosen files and shows each file's progress. */
export function Uploader({ items, onRemove, onRetry, ...zone }: UploaderProps) {
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  /** Removes the row and moves focus to the next row, or to the file button. */
  function remove(id: string, index: number) {
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? button.current)?.focus();
    onRemove(id);
  }

  const over = items.filter(({ state }) => state === "done");
  function clearOver() {
    button.current?.focus();
    for (const { id } of over) onRemove(id);
  }

  return (
    <div className="@container grid gap-3">
      <DropZone {...zone} button={button} />
      {over.length > 1 && (
        <Button variant="quiet" size="sm" className="justify-self-end" onClick={clearOver}>
          Clear finished
        </Button>
      )}
      {items.length > 0 && (
        <ul ref={list} className="divide-y divide-line rounded-md border border-line bg-panel" aria-label="Uploads">
          {items.map((item, index) => (
            <UploadRow
              key={item.id}
              item={item}
              onRemove={() => remove(item.id, index)}
              onRetry={() => onRetry(item.id)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {summary(items)}
      </p>
    </div>
  );
}

type ZoneProps = Pick<UploaderProps, "title" | "hint" | "accept" | "multiple" | "compact" | "onFiles"> & {
  button: React.RefObject<HTMLButtonElement | null>;
};

function DropZone({ title, hint, accept, multiple = true, compact = false, onFiles, button }: ZoneProps) {
  const chooser = useRef<HTMLInputElement>(null);
  // Entering a child fires a leave on its parent, so only the difference tells whether files are over the zone.
  const [depth, setDepth] = useState(0);

  const holdsFiles = (e: DragEvent) => e.dataTransfer.types.includes("Files");
  function addFiles(files: FileList | null) {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1));
  }

  return (
    // Dropping is a shortcut: the button inside does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={title}
      onDragEnter={(e) => holdsFiles(e) && setDepth((now) => now + 1)}
      onDragLeave={(e) => holdsFiles(e) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(e) => holdsFiles(e) && e.preventDefault()}
      onDrop={(e) => {
        e.preventDefault();
        setDepth(0);
        addFiles(e.dataTransfer.files);
      }}
      className={clsx(
        "relative grid justify-items-center gap-x-4 gap-y-2 rounded-md border-2 border-dashed text-center transition-colors",
        compact
          ? "p-4 @lg:grid-cols-[auto_minmax(0,1fr)_auto] @lg:items-center @lg:justify-items-start @lg:text-left"
          : "p-6 sm:p-8",
        depth > 0 ? "border-gold bg-gold/10" : "border-edge/60 bg-panel",
      )}
    >
      <Upload className={clsx("text-gilt", compact ? "size-6" : "size-8")} strokeWidth={1.5} />
      <div className="grid gap-1">
        <p className="display text-display-sm">{depth > 0 ? "Drop to upload" : title}</p>
        <p className="text-sm text-muted">
          Drop {multiple ? "files" : "a file"} here or choose from your device. {hint}
        </p>
      </div>
      <Button
        ref={button}
        variant="outline"
        size="sm"
        className={clsx(!compact && "mt-1")}
        onClick={() => chooser.current?.click()}
      >
        Choose {multiple ? "files" : "a file"}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={title}
        tabIndex={-1}
        className="sr-only"
        onChange={(e) => {
          addFiles(e.target.files);
          e.target.value = "";
        }}
      />
    </div>
  );
}

function UploadRow({ item, onRemove, onRetry }: { item: UploadItem; onRemove: () => void; onRetry: () => void }) {
  const { name, state, progress, note, canRetry } = item;
  const isOver = state === "done" || state === "failed";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-2 pr-2 pl-4">
      <div className="grid min-w-0 gap-1">
        <p className="flex min-w-0 items-center gap-2 text-sm">
          {state === "done" && <CircleCheck className="size-4.5 shrink-0 text-sea" />}
          {state === "failed" && <CircleAlert className="size-4.5 shrink-0 text-hibiscus" />}
          <span className="truncate font-semibold">{name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">{statusLabel(item)}</span>
        </p>
        {note && <p className={clsx("text-sm", state === "failed" ? "text-hibiscus" : "text-muted")}>{note}</p>}
        {!isOver && (
          <progress
            aria-label={name}
            max={1}
            {...(state === "working" ? {} : { value: progress })}
            className="upload-bar h-1.5 w-full"
          />
        )}
      </div>
      <div className="flex">
        {state === "failed" && canRetry && <IconButton label={`Retry ${name}`} Icon={RotateCcw} onClick={onRetry} />}
        <IconButton
          label={isOver ? `Remove ${name} from the list` : `Cancel ${name}`}
          Icon={X}
          data-remove=""
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

function statusLabel({ state, progress }: UploadItem): string {
  const labels = { waiting: "Waiting", working: "Processing", done: "Done", failed: "Upload failed" };
  return state === "sending" ? `${Math.round(progress * 100)}%` : labels[state];
}

function summary(items: UploadItem[]): string {
  const count = (state: UploadState) => items.filter((item) => item.state === state).length;
  const [done, failed] = [count("done"), count("failed")];
  const open = items.length - done - failed;
  return [open > 0 && `${open} left`, done > 0 && `${done} done`, failed > 0 && `${failed} failed`]
    .filter(Boolean)
    .join(", ");
}
