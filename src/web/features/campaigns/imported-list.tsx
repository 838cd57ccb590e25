import type { Audience } from "#contract/campaigns/audiences.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { TextField } from "#web/ui/field.tsx";
import { PersonListField } from "#web/features/person-lists/person-list-field.tsx";
import { usePersonList } from "#web/features/person-lists/use-person-list.ts";
import { Button } from "#web/ui/button.tsx";

type ImportedListProps = {
  label: string;
  value: Audience["list"];
  onChange: (list: Audience["list"]) => void;
};

/** The people of a list that staff bring: only they get it. A saved list is shown, and can be replaced. */
export function ImportedList({ label, value, onChange }: ImportedListProps) {
  const state = usePersonList("audience", (people) =>
    onChange(
      people && {
        people: people.map(({ email, name }) => ({ email, name })),
        howTheyOptedIn: value?.howTheyOptedIn ?? "",
      },
    ),
  );
  const isSaved = value !== undefined && state.isEmpty;
  return (
    <div className="grid min-w-0 col-span-full gap-4">
      {isSaved ? (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{label}</p>
          <div className="flex items-center justify-between gap-3 rounded-sm border border-line bg-raised py-1 pr-1 pl-3">
            <p className="min-w-0 text-sm">
              {counted(value.people.length, "person", "people")}
              <span className="block truncate text-muted">
                {value.people
                  .slice(0, 3)
                  .map(({ email }) => email)
                  .join(", ")}
              </span>
            </p>
            <Button variant="outline" onClick={() => onChange(undefined)}>
              Remove list
            </Button>
          </div>
        </div>
      ) : (
        <PersonListField
          state={state}
          label={label}
          hint="Choose a spreadsheet or paste emails, with names if you have them."
          placeholder={"Marva Pierre <marva@example.com>\nowen@example.com, Owen Clarke"}
        />
      )}
      {value && (
        <TextField
          label="How they opted in"
          hint="We save it as proof of their opt-in, such as “Signed up at the door on June 6.” At least 10 characters."
          maxLength={300}
          required
          value={value.howTheyOptedIn}
          onChange={(e) => onChange({ ...value, howTheyOptedIn: e.target.value })}
        />
      )}
    </div>
  );
}
