import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { Link, useNavigate } from "#web/lib/router.ts";
import { buttonStyle } from "./button-style.ts";
import { HiddenFields } from "./chip.tsx";
import { Input } from "./field.tsx";

const settleMs = 300;

type AddressSearchProps = {
  label: string;
  placeholder: string;
  /** The path of the list, for a form that is sent before scripts load. */
  action: string;
  /** The words in the URL. */
  q: string;
  /** The rest of the URL's query. */
  otherParams: Record<string, string | number | undefined>;
  /** The URL for other words. */
  addressOf: (q: string | undefined) => string;
};

/** A list's search: searches as the visitor types; works as a plain form before scripts load. */
export function AddressSearch({ label, placeholder, action, q, otherParams, addressOf }: AddressSearchProps) {
  const { text, setText, search } = useSettledSearch(q, addressOf);
  const id = useId();
  return (
    <form
      role="search"
      method="get"
      action={action}
      onSubmit={(e) => {
        e.preventDefault();
        search(text);
      }}
      className="relative min-w-0 flex-1"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
      <Input
        id={id}
        type="search"
        name="q"
        value={text}
        onChange={(e) => setText(e.target.value)}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        className={clsx(
          "pl-12 text-ellipsis placeholder:text-sm sm:placeholder:text-base [&::-webkit-search-cancel-button]:appearance-none",
          text && "pr-12",
        )}
      />
      <HiddenFields of={otherParams} />
      {text && (
        <Link
          to={addressOf(undefined)}
          replace
          preventScrollReset
          aria-label="Clear search"
          onClick={() => setText("")}
          className={buttonStyle("quiet", "icon", "absolute! top-0.5 right-0.5")}
        >
          <X className="size-5" />
        </Link>
      )}
    </form>
  );
}

/** The text in the search field. It goes into the URL when typing pauses, and follows the URL when Back changes it. */
function useSettledSearch(inAddress: string, addressOf: (q: string) => string) {
  const navigate = useNavigate();
  const [text, setText] = useState(inAddress);
  const sent = useRef(inAddress);

  function search(words: string) {
    const q = words.trim();
    if (q === sent.current) return;
    // The first character adds a history entry; later characters only replace that entry.
    const replace = sent.current !== "" || q === "";
    sent.current = q;
    void navigate(addressOf(q), { replace, preventScrollReset: true });
  }

  useEffect(() => {
    if (inAddress === sent.current) return;
    sent.current = inAddress;
    setText(inAddress);
  }, [inAddress]);

  const searchSettled = useEffectEvent(() => search(text));
  useEffect(() => {
    const timer = setTimeout(() => searchSettled(), settleMs);
    return () => clearTimeout(timer);
  }, [text]);

  return { text, setText, search };
}
