import { useEffect, useState } from "react";

/**
 * Counts down from the server's number. Uses only differences of the device's clock, so a wrong clock does not matter.
 * Starts with the server's own number, because the first paint must match it.
 *
 * @param answeredAt changes with each server response
 */
export function useSecondsLeft(serverSeconds: number | null, answeredAt: number): number | null {
  const [left, setLeft] = useState(serverSeconds);

  useEffect(() => {
    setLeft(serverSeconds);
    if (serverSeconds === null) return;
    const endsAt = Date.now() + serverSeconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [serverSeconds, answeredAt]);

  return left;
}

/** "9:04" */
export const formatCountdown = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
