import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { IconButton } from "#web/ui/button.tsx";
import type { Place } from "./choices.ts";
import { lazyDialog, toastMissing, whenIdle } from "#web/ui/lazy-part.tsx";

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

/**
 * Opens search: with this button, `/`, Ctrl-K or Cmd-K. The dialog loads when the browser is idle or when it is needed.
 *
 * @param loadPlaces set in the admin area: search finds these places, and what the user's role may open
 */
export function SearchButton({ loadPlaces }: { loadPlaces: (() => Promise<Place[]>) | undefined }) {
  const [open, setOpen] = useState<boolean>();
  const [places, setPlaces] = useState<Place[]>();

  const openSearch = () =>
    void Promise.all([loadPlaces?.(), loadDialog()]).then(
      ([found]) => {
        setPlaces(found);
        setOpen(true);
      },
      (error: unknown) => toastMissing("Search", error),
    );

  useEffect(() => whenIdle(fetchAhead), []);
  const openByKey = useEffectEvent(openSearch);
  useEffect(() => {
    function press(e: KeyboardEvent) {
      // Ignored under the splash and behind another dialog.
      if (!asksForSearch(e) || document.querySelector("[role=dialog], dialog[open]")) return;
      e.preventDefault();
      openByKey();
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
      {open !== undefined && <SearchDialog open={open} places={places} onClose={() => setOpen(false)} />}
    </>
  );
}
