import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { whenIdle } from "#web/ui/when-idle.ts";
import { lazyDialog, toastMissing } from "#web/ui/lazy-part.tsx";

const loadDialog = () => import("./search-dialog.tsx");
const fetchAhead = () => void loadDialog().catch(() => undefined);
const SearchDialog = lazyDialog("Search", async () => (await loadDialog()).SearchDialog);

const typesText = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=dialog]";

function asksForSearch(e: KeyboardEvent): boolean {
  if (e.defaultPrevented || e.altKey) return false;
  if (e.key.toLowerCase() === "k" && (e.metaKey || e.ctrlKey) && !e.shiftKey) return true;
  const isFree = !e.metaKey && !e.ctrlKey && !(e.target as Element | null)?.closest?.(typesText);
  return e.key === "/" && isFree;
}

/** Opens search: with this button, `/`, Ctrl-K or Cmd-K. The dialog loads when the browser is idle or when it is needed. */
export function SearchButton() {
  const [open, setOpen] = useState<boolean>();

  const openSearch = () =>
    void loadDialog().then(
      () => setOpen(true),
      (error: unknown) => toastMissing("Search", error),
    );

  useEffect(() => whenIdle(fetchAhead), []);
  useEffect(() => {
    function press(e: KeyboardEvent) {
      // Ignored under the splash and behind another dialog.
      if (!asksForSearch(e) || document.querySelector("[role=dialog]")) return;
      e.preventDefault();
      openSearch();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);

  return (
    <>
      <IconButton
        label="Search"
        Icon={Search}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={openSearch}
        onPointerEnter={fetchAhead}
      />
      {open !== undefined && <SearchDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
