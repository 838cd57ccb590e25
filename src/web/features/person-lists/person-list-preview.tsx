import type { PersonColumn, PersonList, PersonListKind } from "#contract/person-lists.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { ListColumns } from "./list-columns.tsx";

type PersonListPreviewProps = {
  list: PersonList;
  kind: PersonListKind;
  onColumns: (columns: PersonColumn[]) => void;
  /** True if names that are last name first stay so. */
  isAsWritten: boolean;
  onAsWritten: (isAsWritten: boolean) => void;
};

/** People that the preview shows. */
const shownPeople = 5;

/** How a list was understood: who is on it, what its columns mean, and which lines weren't read and why. */
export function PersonListPreview({ list, kind, onColumns, isAsWritten, onAsWritten }: PersonListPreviewProps) {
  const { people, columns, unread, unreadCount, sheet } = list;
  const noun = kind === "guests" ? "guest" : "recipient";
  return (
    <section aria-label="What we read" className="grid min-w-0 gap-3">
      <p aria-live="polite">
        <strong>{counted(people.length, noun)}</strong>
        {unreadCount > 0 && `, ${counted(unreadCount, "line")} not read`}
        {sheet !== null && `, from the sheet “${sheet}”`}
      </p>
      {people.length > 0 && <People list={list} kind={kind} />}
      <LastNamesFirst people={people} isAsWritten={isAsWritten} onAsWritten={onAsWritten} />
      {columns.length > 0 && <ListColumns columns={columns} kind={kind} onColumns={onColumns} />}
      {unreadCount > 0 && (
        <Callout
          tone={people.length === 0 ? "bad" : "soon"}
          title={
            people.length === 0 ? "We couldn't read anyone on this list" : `${counted(unreadCount, "line")} not read`
          }
        >
          {people.length > 0 && <p>Everyone else is fine. Fix these lines and try again, or continue without them.</p>}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard */}
          <ul className="mt-2 grid max-h-56 gap-2 overflow-y-auto" tabIndex={0} aria-label="Lines that weren't read">
            {unread.map(({ line, text, reason }, index) => (
              <li key={`${line} ${index}`} className="grid">
                <span>
                  <strong className="text-ink">{`Line ${line.toLocaleString("en-US")}:`}</strong> {reason}
                </span>
                <span className="truncate font-mono text-xs">{text}</span>
              </li>
            ))}
            {unreadCount > unread.length && (
              <li>{`and ${(unreadCount - unread.length).toLocaleString("en-US")} more`}</li>
            )}
          </ul>
        </Callout>
      )}
    </section>
  );
}

type LastNamesFirstProps = Pick<PersonListPreviewProps, "isAsWritten" | "onAsWritten"> & {
  people: PersonList["people"];
};

/** Says that names were turned around, and offers the other way. */
function LastNamesFirst({ people, isAsWritten, onAsWritten }: LastNamesFirstProps) {
  const turned = people.filter(({ written }) => written !== null);
  const [example] = turned;
  if (example === undefined) return null;
  const them = turned.length === 1 ? "it" : "them";
  const are = `${counted(turned.length, "name is", "names are")} written last name first, such as “${example.written}”.`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-line px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere" aria-live="polite">
        {are} {isAsWritten ? `We keep ${them} that way.` : `We turned ${them} around: “${example.name}”.`}
      </p>
      <Button variant="outline" size="sm" onClick={() => onAsWritten(!isAsWritten)}>
        {isAsWritten ? `Turn ${them} around` : "Keep as written"}
      </Button>
    </div>
  );
}

/** The first people as they were read. */
function People({ list: { people }, kind }: { list: PersonList; kind: PersonListKind }) {
  const more = people.length - shownPeople;
  const hasTickets = kind === "guests";
  return (
    <div className="min-w-0">
      <table className="w-full table-fixed text-left text-sm">
        <caption className="eyebrow pb-2 text-left text-muted">First people, as we read them</caption>
        <thead>
          <tr className="border-b border-line">
            <th scope="col" className="py-1.5 pr-3">
              Person
            </th>
            {hasTickets && (
              <th scope="col" className="w-16 py-1.5 text-right">
                Tickets
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.slice(0, shownPeople).map(({ line, name, email, quantity }, index) => (
            <tr key={`${line} ${index}`} className="border-b border-line align-top">
              <td className="py-1.5 pr-3">
                <span className="block wrap-anywhere sm:inline-block sm:w-1/2 sm:pr-3">{name || "No name"}</span>
                <span className="block align-top wrap-anywhere text-muted sm:inline-block sm:w-1/2">
                  {email || "No email"}
                </span>
              </td>
              {hasTickets && <td className="py-1.5 text-right tabular-nums">{quantity}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="pt-2 text-sm text-muted">{`and ${more.toLocaleString("en-US")} more`}</p>}
    </div>
  );
}
