import { clsx } from "clsx";
import { ArrowRight, History } from "lucide-react";
import { type MouseEvent, useEffect, useRef } from "react";
import { Link } from "#web/lib/router.ts";
import { type Choice, type ChoiceGroup, forgetSearches } from "./choices.ts";

type SearchListProps = {
  groups: ChoiceGroup[];
  active: string | undefined;
  /** The list still shows results for an earlier text. */
  isPale: boolean;
  onPoint: (id: string) => void;
  onTake: (choice: Choice) => void;
  onForget: (() => void) | undefined;
};

/** The choices, in groups. The rows are links, so they can open in a new tab. */
export function SearchList({ groups, active, isPale, onPoint, onTake, onForget }: SearchListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector(`#search-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <>
      <div
        ref={list}
        id="search-list"
        role="listbox"
        aria-label="Results"
        className={clsx("transition-opacity", isPale && "opacity-50")}
      >
        {groups.map(({ title, choices }) => (
          <div key={title} role="group" aria-label={title} className="py-3">
            <p aria-hidden="true" className="eyebrow px-5 pb-1.5 text-gilt sm:px-7">
              {title}
            </p>
            {choices.map((choice) => (
              <Row
                key={choice.id}
                choice={choice}
                isActive={choice.id === active}
                onPoint={() => onPoint(choice.id)}
                onTake={() => onTake(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      {onForget && (
        <button
          type="button"
          className="mx-5 mb-4 min-h-11 text-sm text-muted underline underline-offset-4 hover:text-ink sm:mx-7"
          onClick={() => {
            forgetSearches();
            onForget();
          }}
        >
          Clear recent searches
        </button>
      )}
    </>
  );
}

type RowProps = { choice: Choice; isActive: boolean; onPoint: () => void; onTake: () => void };

function Row({ choice, isActive, onPoint, onTake }: RowProps) {
  const option = {
    id: `search-${choice.id}`,
    role: "option",
    "aria-selected": isActive,
    tabIndex: -1,
    className: clsx(
      "flex min-h-14 w-full items-center gap-4 border-l-[3px] px-5 py-2 text-left sm:px-7",
      isActive ? "border-gold bg-raised" : "border-transparent",
    ),
    onPointerMove: onPoint,
  } as const;

  if (choice.kind === "words") {
    return (
      // The text field handles the keys: Enter opens the active row.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above
      <div {...option} onClick={onTake}>
        <History className="size-5 text-muted" />
        {choice.words}
      </div>
    );
  }
  function follow(e: MouseEvent) {
    if (e.metaKey || e.ctrlKey || e.shiftKey || e.button !== 0) return;
    e.preventDefault();
    onTake();
  }
  if (choice.kind === "all") {
    return (
      <Link {...option} to={choice.path} onClick={follow}>
        <span className="grid w-11 place-items-center text-gilt">
          <ArrowRight className="size-5" />
        </span>
        {choice.text}
      </Link>
    );
  }
  const { title, detail, path, picture, isPast } = choice.hit;
  return (
    <Link {...option} to={path} onClick={follow}>
      {picture && (
        <img
          src={picture}
          alt=""
          width={44}
          height={55}
          loading="lazy"
          className={clsx(
            "h-[3.4375rem] w-11 shrink-0 rounded-sm bg-raised object-cover",
            isPast && "opacity-60 grayscale",
          )}
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="display block truncate text-xl leading-tight">{title}</span>
        <span className="block truncate text-sm text-muted">{detail}</span>
      </span>
      {isPast && <span className="eyebrow text-sm text-muted">Past</span>}
    </Link>
  );
}
