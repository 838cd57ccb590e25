import { clsx } from "clsx";
import { CircleAlert, CircleCheck, RotateCcw, Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { buttonStyle } from "./button-style.ts";

/** How one file stands: it waits for its turn, is on its way, is worked on behind, is done, or failed. */
export type UploadState = "waiting" | "sending" | "working" | "done" | "failed";

export type UploadItem = {
  id: string;
  name: string;
  state: UploadState;
  /** How much of it has gone out, 0 to 1. */
  progress: number;
  /** What became of it, in words: why it failed, that it was there before. */
  note?: string | undefined;
  /** True where sending it again may help. */
  canRetry?: boolean | undefined;
};

export type UploaderProps = {
  /** "Drop pictures here". */
  title: string;
  /** What may be chosen, in words. */
  hint: ReactNode;
  /** The same for the file chooser. */
  accept: string;
  multiple?: boolean;
  /** Less room: for dialogs. */
  compact?: boolean;
  items: UploadItem[];
  onFiles: (files: File[]) => void;
  /** Takes a file off the list; one on its way is broken off. */
  onRemove: (id: string) => void;
  onRetry: (id: string) => void;
};

/** Takes files by dragging or choosing, and shows how each of them gets on. */
export function Uploader({ items, onRemove, onRetry, ...zone }: UploaderProps) {
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  /** The row goes; whoever was on it goes on with the next one, or where files come from. */
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
  // Entering a child leaves its parent: only the difference tells whether something is held over the zone.
  const [depth, setDepth] = useState(0);

  const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  function take(files: FileList | null) {
    const chosen = [...(files ?? [])];
    if (chosen.length > 0) onFiles(multiple ? chosen : chosen.slice(0, 1));
  }

  return (
    // Dropping is a short cut: the button inside does the same for every keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={title}
      onDragEnter={(event) => holdsFiles(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => holdsFiles(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        setDepth(0);
        take(event.dataTransfer.files);
      }}
      className={clsx(
        "relative grid justify-items-center gap-x-4 gap-y-2 rounded-md border-2 border-dashed text-center transition-colors",
        compact
          ? "p-4 @lg:grid-cols-[auto_minmax(0,1fr)_auto] @lg:items-center @lg:justify-items-start @lg:text-left"
          : "p-6 sm:p-8",
        depth > 0 ? "border-gold bg-gold/10" : "border-edge/60 bg-panel",
      )}
    >
      <Upload aria-hidden="true" className={clsx("text-gilt", compact ? "size-6" : "size-8")} strokeWidth={1.5} />
      <div className="grid gap-1">
        <p className="display text-display-sm">{depth > 0 ? "Let go to upload" : title}</p>
        <p className="text-sm text-muted">{hint}</p>
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
        onChange={(event) => {
          take(event.target.files);
          event.target.value = "";
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
          {state === "done" && <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-sea" />}
          {state === "failed" && <CircleAlert aria-hidden="true" className="size-4.5 shrink-0 text-hibiscus" />}
          <span className="truncate font-semibold">{name}</span>
          <span className="ml-auto shrink-0 text-muted tabular-nums">{words(item)}</span>
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
        {state === "failed" && canRetry && (
          <button
            type="button"
            className={buttonStyle("quiet", "icon")}
            onClick={onRetry}
            aria-label={`Try ${name} again`}
          >
            <RotateCcw aria-hidden="true" className="size-5" />
          </button>
        )}
        <button
          type="button"
          data-remove
          className={buttonStyle("quiet", "icon")}
          onClick={onRemove}
          aria-label={isOver ? `Take ${name} off the list` : `Cancel ${name}`}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </li>
  );
}

function words({ state, progress }: UploadItem): string {
  if (state === "waiting") return "Waiting";
  if (state === "sending") return `${Math.round(progress * 100)}%`;
  if (state === "working") return "Working on it";
  return state === "done" ? "Done" : "Not uploaded";
}

function summary(items: UploadItem[]): string {
  const count = (...states: UploadState[]) => items.filter(({ state }) => states.includes(state)).length;
  const [open, done, failed] = [count("waiting", "sending", "working"), count("done"), count("failed")];
  if (items.length === 0) return "";
  return [open > 0 && `${open} to go`, done > 0 && `${done} done`, failed > 0 && `${failed} not uploaded`]
    .filter(Boolean)
    .join(", ");
}
