import { useEffect } from "react";
import { useLocation } from "react-router";

/** Goes to the field that the address names: stands after the panel that has it, so that it is there. */
export function FocusField() {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!hash.startsWith("#night-")) return;
    const place = document.getElementById(hash.slice(1));
    const field = place?.querySelector<HTMLElement>("input, textarea, select, button, [contenteditable=true]");
    (field ?? place)?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: "center" });
  }, [hash, key]);
  return null;
}
