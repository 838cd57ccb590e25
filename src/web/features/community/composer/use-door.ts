import { useEffect, useRef, useState } from "react";
import { useDraft } from "./drafts.ts";

/** A field that a button opens. It is open at once if there is a draft; when it closes, the button has the focus. */
export function useDoor(draftKey: string) {
  const draft = useDraft(draftKey);
  const [isPressed, setPressed] = useState(false);
  const door = useRef<HTMLButtonElement>(null);
  const isOpen = isPressed || (draft !== undefined && draft.text !== "");
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) door.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { door, isOpen, isPressed, setPressed };
}
