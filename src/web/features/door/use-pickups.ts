import { useState } from "react";
import { keyboardReadings } from "#contract/keyboards.ts";
import { isPickupCode } from "./pickup-labels.ts";
import { createCoolDown, type createScanner } from "./scanner.ts";
import { tidyCode } from "./verdict-labels.ts";

type Scanner = ReturnType<typeof createScanner>;

/**
 * Sends the codes of pickups to their own screen, and all others to the scanner. A code that stays in front of the
 * camera after its screen was closed opens it only once.
 */
export function usePickups(scanner: Scanner) {
  const [code, setCode] = useState<string>();
  const [coolDown] = useState(() => createCoolDown());
  function open(next: string): "sent" {
    coolDown.sent(next, Date.now());
    scanner.clear();
    setCode(next);
    return "sent";
  }
  return {
    /** The pickup that is open. */
    code,
    close() {
      if (code !== undefined) coolDown.sent(code, Date.now());
      setCode(undefined);
    },
    see(text: string) {
      const next = tidyCode(text);
      if (!isPickupCode(next)) {
        if (code === undefined) scanner.see(text);
      } else if (!coolDown.isHeld(next, Date.now()) && code === undefined && scanner.current().step === "ready") {
        open(next);
      }
    },
    enter(text: string) {
      // On a device with another keyboard, the server reads what was typed.
      if (keyboardReadings(text).some(isPickupCode)) return open(text);
      // A ticket that a handheld scanner reads takes the place of the pickup, or its verdict would be hidden.
      setCode(undefined);
      return scanner.enter(text);
    },
    choose: scanner.choose,
  };
}
