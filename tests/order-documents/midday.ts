const zone = "America/New_York";

/**
 * A clock for a site where it is past noon in New York whatever the real hour is: what a test counts by day then falls
 * within one day of the organizer's calendar.
 */
export function pastNoon() {
  const hour = Number(new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "2-digit", hourCycle: "h23" }).format());
  const hoursOn = (36 - hour) % 24;
  return {
    clockOffset: `${hoursOn} hours`,
    /** What the site's clock says now. */
    now: () => new Date(Date.now() + hoursOn * 3_600_000),
  };
}
