import type { Settings } from "#contract/settings.ts";

/** Zones in which the house has its nights; any other can be set for a single night. */
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

/** Currencies in which nights can be sold. */
export const currencies: Settings["defaultCurrency"][] = ["USD", "CAD", "GBP", "EUR", "JMD", "TTD", "XCD", "BBD"];
