import type { NameOf } from "#contract/calls.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Download, Search, SlidersHorizontal, X, ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { clsx } from "clsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { inputStyle, Options } from "#web/ui/field.tsx";
import { DownloadLink } from "../download-link.tsx";
import type { ListAddress } from "./use-list-address.ts";

const settleMs = 250;

type TableToolbarProps = {
  address: ListAddress;
  /** The search box's placeholder; without it, there is no search box. */
  placeholder?: string | undefined;
  filters?: ReactNode;
  /** How many filters are set. */
  filterCount?: number;
  /** Downloads of the rows. On a phone they are with the filters. */
  files?: ReactNode;
  actions?: ReactNode;
};

/**
 * A list's search and filters on the left, its files and actions on the right. On a phone, filters and files are behind
 * one button, so that the rows come first; it shows how many filters are set.
 */
export function TableToolbar({ address, placeholder, filters, filterCount = 0, files, actions }: TableToolbarProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isTucked = Boolean(filters);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised/60 p-3">
      {placeholder && <SearchBox address={address} placeholder={placeholder} />}
      {isTucked && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={buttonStyle("outline", "sm", clsx("min-h-11! md:hidden!", !placeholder && "grow"))}
        >
          <SlidersHorizontal className="size-4.5" />
          Filters
          {filterCount > 0 && (
            <span className="grid size-5 place-items-center rounded-full bg-gold text-sm text-on-gold tabular-nums">
              {filterCount}
              <span className="sr-only"> set</span>
            </span>
          )}
        </button>
      )}
      <div
        id={id}
        className={clsx(
          "flex flex-wrap items-center gap-2 md:contents",
          isTucked && !isOpen && "max-md:hidden",
          isOpen && "max-md:order-last max-md:w-full",
        )}
      >
        {filters}
        {files && <div className="flex flex-wrap gap-2 md:order-1 md:ml-auto">{files}</div>}
      </div>
      {actions && (
        <div className={clsx("flex flex-wrap gap-2 md:order-1", files ? "max-md:ml-auto" : "ml-auto")}>{actions}</div>
      )}
    </div>
  );
}

/** Downloads the list as a file: every row that matches the search and the filters, not only this page. */
export function ExportLink({ to, label = "CSV", isPlain }: { to: string; label?: string; isPlain: boolean }) {
  return (
    <DownloadLink to={to} isPlain={isPlain} className={buttonStyle("outline", "sm", "md:min-h-10")}>
      <Download className="size-4.5" />
      {label}
    </DownloadLink>
  );
}

const fileLabels = { csv: "CSV", xlsx: "Excel" };

/** The endpoints of lists' CSV files; each has an Excel file beside it. */
export type CsvName = Extract<NameOf<"GET">, `${string}.csv`>;

/** A file's path without its ending. */
export const fileBase = (file: CsvName) => file.slice("GET ".length, -".csv".length);

type ExportLinksProps = {
  file?: CsvName;
  /** The files' path without its ending. */
  at?: string;
  query?: Record<string, string | number | undefined>;
  isPlain?: boolean | undefined;
};

/** Every list has both files, with all rows that match its search and filters. */
export const ExportLinks = ({ file, at = file && fileBase(file), query = {}, isPlain = false }: ExportLinksProps) =>
  Object.entries(fileLabels).map(([ending, label]) => (
    <ExportLink key={ending} to={withQuery(`${at}.${ending}`, query)} label={label} isPlain={isPlain} />
  ));

/** The files of a list that is shown whole, beside the button that adds to it; on a phone they come after it. */
export const ShortListFiles = (of: ExportLinksProps) => (
  <span className="flex flex-wrap gap-2 max-md:order-last">
    <ExportLinks {...of} />
  </span>
);

/** The search of what a URL shows, as `q` in it. */
export function SearchBox({ address, placeholder }: { address: ListAddress; placeholder: string }) {
  const [text, setText] = useState(address.q);
  const sent = useRef(address.q);
  const box = useRef<HTMLInputElement>(null);

  // The Back button changes the URL, and the box follows it.
  useEffect(() => {
    if (address.q === sent.current) return;
    sent.current = address.q;
    setText(address.q);
  }, [address.q]);

  function search() {
    const q = text.trim();
    if (q === sent.current) return;
    const replace = sent.current !== "" || q === "";
    sent.current = q;
    address.change({ q: q || undefined }, { replace });
  }
  const settle = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => settle(), settleMs);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <form
      role="search"
      className="relative min-w-0 grow basis-40 md:max-w-80 md:basis-56"
      onSubmit={(e) => {
        e.preventDefault();
        search();
      }}
    >
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted" />
      <input
        ref={box}
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => {
          if (e.key === "Escape" && text !== "") setText("");
        }}
        className={clsx(
          inputStyle,
          "min-h-11! px-10! py-2! md:min-h-10! md:text-sm! [&::-webkit-search-cancel-button]:appearance-none",
        )}
      />
      {text && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText("");
            box.current?.focus();
          }}
          className="absolute top-0 right-0 grid h-full w-10 place-items-center text-muted hover:text-ink"
        >
          <X className="size-4.5" />
        </button>
      )}
    </form>
  );
}

export type FilterChoice = { value: string | number; label: string };

type FilterSelectProps = {
  /** What the filter is about: "Status". */
  label: string;
  /** The text of the first, empty option: "Any status". */
  any?: string | undefined;
  value: string | undefined;
  choices: FilterChoice[];
  onChange: (value: string | undefined) => void;
};

/** One filter of a list. An active filter is highlighted, so that no one wonders where the other rows are. */
export function FilterSelect({ label, any, value, choices, onChange }: FilterSelectProps) {
  return (
    <span className="relative block max-md:min-w-0 max-md:grow max-md:basis-[45%] md:max-w-56">
      <select
        aria-label={label}
        value={value ?? ""}
        onChange={(e) => onChange(e.target.value || undefined)}
        className={clsx(
          inputStyle,
          "min-h-11! appearance-none overflow-hidden py-2! pr-9! pl-3! text-ellipsis md:min-h-10! md:text-sm!",
          value !== undefined && any !== undefined && "border-gold! bg-gold/12!",
        )}
      >
        {any !== undefined && <option value="">{any}</option>}
        <Options of={choices.map((choice) => [choice.value, choice.label])} />
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4.5 -translate-y-1/2 text-muted" />
    </span>
  );
}

export type ListFilter = {
  /** What the filter is about: "Status". */
  label: string;
  /** The text of the first, empty option, if it isn't "Any status"; null if the filter starts at its first choice. */
  any?: string | null;
  /** The label of each value. A page can also pass choices that it loads itself to StaffList. */
  choices?: Record<string, string | { label: string }>;
  /** What the URL may hold if the values aren't known in advance. */
  pattern?: RegExp;
  /** The name in the request, if it differs from the name in the URL. */
  as?: string;
  /** Only shown if there is something to choose. */
  hidesEmpty?: boolean;
};

/** A filter's value. A mistyped URL shows everything. */
export function valueOf({ any, choices = {}, pattern }: ListFilter, text = ""): string | undefined {
  if (pattern) return pattern.exec(text)?.[0];
  const known = Object.keys(choices);
  return known.find((value) => value === text) ?? (any === null ? known[0] : undefined);
}

type FilterProps = Pick<FilterSelectProps, "value" | "onChange"> & {
  filter: ListFilter;
  /** What the page loaded itself. */
  choices: FilterChoice[] | undefined;
};

/** One filter as its list declares it. */
export function Filter({ filter, choices, value, ...rest }: FilterProps) {
  const { label, any = `Any ${label.toLowerCase()}`, hidesEmpty = false } = filter;
  const known = Object.entries(filter.choices ?? {}).map(([name, text]) => ({
    value: name,
    label: typeof text === "string" ? text : text.label,
  }));
  const offered: FilterChoice[] = choices ?? known;
  if (hidesEmpty && offered.length === 0 && value === undefined) return null;
  // A copied URL may name a value that isn't offered. We show it so that it can be cleared.
  const isMissing = hidesEmpty && value !== undefined && !offered.some((choice) => String(choice.value) === value);
  return (
    <FilterSelect
      {...rest}
      label={label}
      any={any ?? undefined}
      value={value}
      choices={isMissing ? [...offered, { value, label: value }] : offered}
    />
  );
}
