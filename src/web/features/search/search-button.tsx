import { Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { buttonStyle } from "#web/ui/button-style.ts";
import { whenIdle } from "#web/ui/when-idle.ts";
import { lazyDialog, tellMissing } from "#web/ui/lazy-part.tsx";

const loadDialog = () => import("./search-dialog.tsx");
const SearchDialog = lazyDialog(
  "The search",
  async () => (await loadDialog()).SearchDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

const typesText = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=dialog]";

function asksForSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  if (event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.shiftKey) return true;
  const isFree = !event.metaKey && !event.ctrlKey && !(event.target as Element | null)?.closest?.(typesText);
  return event.key === "/" && isFree;
}

/** Opens the search: by this button, by `/`, by Ctrl-K or Cmd-K. Its parts arrive when the browser is idle or it is asked for. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);

  function openSearch() {
    loadDialog().then(
      () => {
        setWanted(true);
        setOpen(true);
      },
      (error: unknown) => tellMissing("The search", error),
    );
  }

  useEffect(() => whenIdle(() => void loadDialog().catch(() => undefined)), []);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // Beneath the splash and behind another dialog the page does not listen.
      if (!asksForSearch(event) || document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      openSearch();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        className={buttonStyle("quiet", "icon")}
        onClick={openSearch}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
      >
        <Search aria-hidden="true" className="size-5" />
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <SearchDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
