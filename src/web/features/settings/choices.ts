import type { Settings } from "#contract/settings.ts";

/** Time zones of most events; a single event can use any other. */
export const timeZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Toronto",
  "America/Jamaica",
  "America/Nassau",
  "America/Barbados",
  "America/Port_of_Spain",
  "America/Grenada",
  "America/St_Lucia",
  "America/Guyana",
  "Europe/London",
];

/** Currencies in which events can sell tickets. */
export const currencies: Settings["defaultCurrency"][] = ["USD", "CAD", "GBP", "EUR", "JMD", "TTD", "XCD", "BBD"];
