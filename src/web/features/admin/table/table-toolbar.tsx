import { Download, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { clsx } from "clsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { inputStyle } from "#web/ui/input.tsx";
import { DownloadLink } from "../download-link.tsx";
import type { ListAddress } from "./use-list-address.ts";

const settleMs = 250;

export type TableToolbarProps = {
  address: ListAddress;
  /** The search box's placeholder; without it, there is no search box. */
  placeholder?: string | undefined;
  filters?: ReactNode;
  actions?: ReactNode;
};

/** A list's search and filters on the left, its actions on the right. */
export function TableToolbar({ address, placeholder, filters, actions }: TableToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-raised/60 p-3">
      {placeholder && <SearchBox address={address} placeholder={placeholder} />}
      {filters}
      {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

/** Downloads the list as CSV: every row that matches the search and the filters, not only this page. */
export function ExportLink({ to }: { to: string }) {
  return (
    <DownloadLink to={to} className={buttonStyle("outline", "sm", "md:min-h-10")}>
      <Download className="size-4.5" />
      CSV
    </DownloadLink>
  );
}

function SearchBox({ address, placeholder }: { address: ListAddress; placeholder: string }) {
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
      className="relative min-w-0 grow basis-56 md:max-w-80"
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
