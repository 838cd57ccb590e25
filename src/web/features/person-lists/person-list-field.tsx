import { FileSpreadsheet, X } from "lucide-react";
import { useRef } from "react";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Field, Textarea } from "#web/ui/field.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { PersonListPreview } from "./person-list-preview.tsx";
import type { PersonListState } from "./use-person-list.ts";

type PersonListFieldProps = {
  state: PersonListState;
  label: string;
  hint: string;
  placeholder: string;
  required?: boolean;
};

/** Takes a list of people: a file, or text to paste. Below it is how the list was understood, and what wasn't read. */
export function PersonListField({ state, label, hint, placeholder, required = false }: PersonListFieldProps) {
  const { file, failure } = state;
  return (
    <div className="grid min-w-0 gap-3">
      <Field label={label} required={required} hint={file ? undefined : hint} error={failure}>
        {file ? (
          <ChosenFile file={file} onRemove={state.clear} />
        ) : (
          <Textarea
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            className="font-mono text-sm"
            value={state.text}
            onChange={(e) => state.setText(e.target.value)}
            onBlur={() => void state.readNow()}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton label="List file" onFile={state.setFile} isOther={file !== undefined} />
        {!file && <p className="text-sm text-muted">Excel (.xlsx), CSV or text, up to 15 MB</p>}
      </div>
      {state.isReading && (
        <p className="flex items-center gap-2 text-sm text-muted" role="status">
          <SpinnerMark className="size-4 text-gilt" /> Reading the list…
        </p>
      )}
      {state.list && (
        <PersonListPreview {...state} list={state.list} onColumns={state.setColumns} onAsWritten={state.setAsWritten} />
      )}
    </div>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <div className="flex items-center gap-3 rounded-sm border border-line bg-raised py-1 pr-1 pl-3">
      <FileSpreadsheet className="size-5 shrink-0 text-gilt" />
      <span className="min-w-0 flex-1 truncate text-sm">{file.name}</span>
      <IconButton Icon={X} label={`Remove ${file.name}`} onClick={onRemove} />
    </div>
  );
}

/** Chooses a file. What it is shows by its content, so other files may be chosen too and get a helpful refusal. */
function FileButton({ label, onFile, isOther }: { label: string; onFile: (file: File) => void; isOther: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) onFile(file);
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        {isOther ? "Choose another file" : "Choose file"}
      </Button>
    </>
  );
}
