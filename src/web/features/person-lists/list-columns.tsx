import type { ListColumn, PersonColumn, PersonListKind } from "#contract/person-lists.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { Select, Options } from "#web/ui/field.tsx";

const meanings: Record<PersonColumn, string> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  tickets: "Tickets in all",
  plusOnes: "Plus ones",
  ignored: "Not read",
};

const guestsOnly = new Set<PersonColumn>(["tickets", "plusOnes"]);

const nameOf = ({ title, letter }: ListColumn) => title || `column ${letter}`;

type ListColumnsProps = { columns: ListColumn[]; kind: PersonListKind; onColumns: (columns: PersonColumn[]) => void };

/** What each column of a list means: the person can say so if we got it wrong. Those that aren't read say why. */
export function ListColumns({ columns, kind, onColumns }: ListColumnsProps) {
  const ignored = columns.filter(({ meaning }) => meaning === "ignored").map(nameOf);
  const more = ignored.length > 3 ? ` and ${ignored.length - 3} more` : "";
  const options = (Object.keys(meanings) as PersonColumn[]).filter(
    (each) => kind === "guests" || !guestsOnly.has(each),
  );
  const setMeaning = (at: number, meaning: PersonColumn) =>
    onColumns(columns.map((column, index) => (index === at ? meaning : column.meaning)));
  return (
    <details className="rounded-md border border-line" open={columns.every(({ meaning }) => meaning === "ignored")}>
      <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">
        {counted(columns.length, "column")}
        {ignored.length > 0 && (
          <span className="font-normal text-muted">{`. Not read: ${ignored.slice(0, 3).join(", ")}${more}`}</span>
        )}
      </summary>
      <ul
        className="grid max-h-96 gap-px overflow-y-auto border-t border-line bg-line"
        aria-label="Columns of the list"
      >
        {columns.map((column, index) => (
          <li key={column.letter} className="grid items-center gap-2 bg-panel px-4 py-3 sm:grid-cols-[1fr_12rem]">
            <div className="min-w-0 text-sm">
              <p className="font-semibold wrap-anywhere first-letter:uppercase">{nameOf(column)}</p>
              <p className="truncate text-muted">
                {column.examples.length > 0 ? column.examples.join(" · ") : "Empty"}
              </p>
              {column.reason && <p className="text-muted">{column.reason}</p>}
            </div>
            <Select
              aria-label={`What ${nameOf(column)} means`}
              value={column.meaning}
              onChange={(e) => setMeaning(index, e.target.value as PersonColumn)}
            >
              <Options of={options.map((option) => [option, meanings[option]])} />
            </Select>
          </li>
        ))}
      </ul>
    </details>
  );
}
