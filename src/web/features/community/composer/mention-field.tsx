import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { PersonCard } from "#contract/community/community.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { PersonFace } from "../person/person-face.tsx";

type MentionFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  maxLength: number;
  rows: number;
  focusFirst: boolean;
  /** The description of the field: an error. */
  describedBy?: string | undefined;
  onSend: () => void;
};

/** A text field that suggests members after an @. Arrows choose, Enter or Tab takes, Escape closes. */
export function MentionField({
  label,
  value,
  onChange,
  rows,
  focusFirst,
  describedBy,
  onSend,
  ...rest
}: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState<number>();
  const { people, active, setActive, word, close } = useSuggestions(value, caret);
  const nextCaret = useRef<number>(undefined);
  const isOpen = people.length > 0;

  useEffect(() => {
    if (focusFirst) field.current?.focus({ preventScroll: true });
  }, [focusFirst]);
  useLayoutEffect(() => {
    const at = nextCaret.current;
    if (at === undefined) return;
    nextCaret.current = undefined;
    field.current?.setSelectionRange(at, at);
    setCaret(at);
  }, [value]);

  function insertMention(person: PersonCard) {
    if (!word) return;
    const before = `${value.slice(0, word.start)}@${person.handle} `;
    nextCaret.current = before.length;
    onChange(before + value.slice(word.end).replace(/^ /, ""));
    field.current?.focus();
  }
  function pressKey(e: KeyboardEvent) {
    if (e.key === "Enter" && (e.metaKey || e.ctrlKey)) {
      e.preventDefault();
      return onSend();
    }
    if (!isOpen) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % people.length),
      ArrowUp: () => setActive((active + people.length - 1) % people.length),
      Enter: () => insertMention(people[active]!),
      Tab: () => insertMention(people[active]!),
      Escape: close,
    };
    const act = acts[e.key];
    if (!act || e.shiftKey) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  }
  return (
    <div className="relative">
      <textarea
        {...rest}
        ref={field}
        rows={rows}
        value={value}
        aria-label={label}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
        onChange={(e) => {
          setCaret(e.target.selectionStart);
          onChange(e.target.value);
        }}
        onSelect={(e) => setCaret(e.currentTarget.selectionStart)}
        onBlur={() => setCaret(undefined)}
        onKeyDown={pressKey}
        className={clsx(
          "field-sizing-content max-h-[50dvh] w-full resize-none bg-transparent text-lg leading-relaxed placeholder:text-muted focus-visible:outline-none",
          rows > 1 ? "min-h-[calc(3lh)]" : "min-h-[calc(1lh)]",
        )}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Members"
          className="absolute inset-x-0 top-full z-30 grid max-w-sm animate-fade rounded-md border border-line bg-raised p-1.5 shadow-lift"
        >
          {people.map((person, index) => (
            <Suggestion
              key={person.id}
              id={`${listId}-${index}`}
              isActive={index === active}
              onTake={() => insertMention(person)}
            >
              <PersonFace person={person} className="size-8! text-base!" />
              <span className="min-w-0 truncate">
                <strong className="font-semibold">{person.name}</strong>{" "}
                <span className="text-sm text-muted">@{person.handle}</span>
              </span>
            </Suggestion>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && (people.length === 1 ? "1 member found" : `${people.length} members found`)}
      </p>
    </div>
  );
}

type SuggestionProps = { id: string; isActive: boolean; onTake: () => void; children: ReactNode };

const Suggestion = ({ id, isActive, onTake, children }: SuggestionProps) => (
  // The field keeps the focus and takes the keys.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    role="option"
    aria-selected={isActive}
    onMouseDown={(e) => e.preventDefault()}
    onClick={onTake}
    className={clsx(
      "flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-ink/8",
      isActive && "bg-ink/8",
    )}
  >
    {children}
  </div>
);

/** Members who fit what is typed after an @, until someone closes the list. */
function useSuggestions(value: string, caret: number | undefined) {
  const { isAuthenticated } = useUser();
  const [active, setActive] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const word = caret === undefined ? undefined : mentionAt(value, caret);
  const q = useSettled(word?.text ?? "", 150);
  const { data } = useQuery({
    ...apiQuery("GET /api/community/people", { query: { q } }),
    enabled: isAuthenticated && q !== "",
  });
  const isShown = word !== undefined && word.text !== "" && word.start !== closedAt && data !== undefined;
  const people = isShown ? data.items.filter(({ handle }) => handle !== word.text).slice(0, 6) : [];
  return {
    people,
    active: Math.min(active, Math.max(0, people.length - 1)),
    setActive,
    word,
    close: () => setClosedAt(word?.start),
  };
}

/** The mention that someone is typing: the handle before the caret, without its @, and where it is in the text. */
export function mentionAt(text: string, caret: number): { start: number; end: number; text: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{0,64})$/u.exec(text.slice(0, caret));
  if (!found) return undefined;
  const typed = found[1]!;
  const rest = /^[\p{L}\p{N}_.-]*/u.exec(text.slice(caret))![0];
  return { start: caret - typed.length - 1, end: caret + rest.length, text: typed };
}
