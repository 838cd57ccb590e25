import { useEffect } from "react";
import { useLocation } from "react-router";

/** Focuses the field that the address names. Renders after the panel, so that the field exists. */
export function FocusField() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith("#event-")) return;
    const place = document.getElementById(hash.slice(1));
    const field = place?.querySelector<HTMLElement>("input, textarea, select, button, [contenteditable=true]");
    (field ?? place)?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "center" });
  }, [hash, key]);
  return null;
}
