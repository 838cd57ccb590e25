import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * While the sheet covers the page, nothing below is reachable by keyboard or screen reader, and the sheet has the focus.
 * The returned function makes the page reachable again and restores the focus.
 */
export function useBeneathInert(sheet: RefObject<HTMLElement | null>): () => void {
  const undo = useRef<() => void>(undefined);
  const free = useCallback(() => {
    undo.current?.();
    undo.current = undefined;
  }, []);

  useEffect(() => {
    const own = sheet.current?.closest(".splash");
    const beneath = [...(own?.parentElement?.children ?? [])].filter((part) => part !== own) as HTMLElement[];
    const before = document.activeElement as HTMLElement | null;
    for (const part of beneath) part.inert = true;
    sheet.current?.focus({ preventScroll: true });
    undo.current = () => {
      const hadFocus = own?.contains(document.activeElement) === true;
      for (const part of beneath) part.inert = false;
      if (!hadFocus) return;
      (document.activeElement as HTMLElement).blur();
      if (before?.isConnected && before !== document.body) before.focus({ preventScroll: true });
    };
    return free;
  }, [sheet, free]);

  return free;
}
