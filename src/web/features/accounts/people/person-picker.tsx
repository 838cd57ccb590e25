import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { TextField } from "#web/ui/field.tsx";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useSettled } from "#web/lib/use-settled.ts";
import { IconButton } from "#web/ui/button.tsx";
import { accountsQuery, personQuery } from "./queries.ts";

type PersonPickerProps = {
  label: string;
  /** What no choice means, such as "Anyone". */
  placeholder: string;
  /** The chosen member's id. */
  value: number | undefined;
  onChange: (id: number | undefined) => void;
};

/** Picks a member by name, username or email. */
export function PersonPicker({ label, placeholder, value, onChange }: PersonPickerProps) {
  const [text, setText] = useState("");
  const q = useSettled(text.trim(), 200);
  const chosen = useQuery({ ...personQuery(value ?? 0), enabled: value !== undefined });
  const found = useQuery({ ...accountsQuery(q), enabled: value === undefined && q.length >= 2 });
  if (value !== undefined) {
    const name = chosen.data ? `${chosen.data.displayName} (@${chosen.data.username})` : "A member";
    return (
      <div className="grid content-start gap-1.5" role="group" aria-label={label}>
        <p className="text-sm font-semibold">{label}</p>
        <p className="flex items-center justify-between gap-2 rounded-sm border border-line bg-raised pl-3">
          <span className="min-w-0 text-sm wrap-anywhere">{name}</span>
          <IconButton Icon={X} label={`Remove ${name}`} onClick={() => onChange(undefined)} />
        </p>
      </div>
    );
  }
  const people = q.length >= 2 && text.trim() === q ? found.data?.items.slice(0, 6) : undefined;
  return (
    <div className="grid content-start gap-2">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        placeholder={placeholder}
        hint="Search by name, username or email."
        maxLength={100}
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <Failure error={found.error} />
      {people && people.length > 0 && (
        <ul aria-label={`${label}: matches`} className="grid gap-1">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className="grid w-full rounded-sm border border-line px-3 py-2 text-left hover:border-gold hover:bg-raised"
                onClick={() => {
                  setText("");
                  onChange(person.id);
                }}
              >
                <span className="text-sm font-semibold wrap-anywhere">{person.displayName}</span>
                <span className="text-sm text-muted wrap-anywhere">
                  @{person.username}
                  {person.email && ` · ${person.email}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {people?.length === 0 && "No members match your search."}
      </p>
    </div>
  );
}
