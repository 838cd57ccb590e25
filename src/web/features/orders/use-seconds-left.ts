import { useEffect, useState } from "react";

/**
 * Counts down from what the server said when it answered. Only differences of the phone's clock are used, so a wrong clock
 * does not matter. Starts with the server's own number, as the first paint must.
 *
 * @param saidAt changes with each answer of the server
 */
export function useSecondsLeft(said: number | null, saidAt: number): number | null {
  const [left, setLeft] = useState(said);

  useEffect(() => {
    setLeft(said);
    if (said === null) return;
    const endsAt = Date.now() + said * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [said, saidAt]);

  return left;
}

/** "9:04" */
export const formatCountdown = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
