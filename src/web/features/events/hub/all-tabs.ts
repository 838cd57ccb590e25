import type { EventTab } from "./event-tab.ts";

const declared = import.meta.glob<{ eventTabs: EventTab[] }>("../../**/event-tabs.tsx", { eager: true });

/** The tabs that features declare, from left to right. */
export const allTabs = Object.values(declared)
  .flatMap(({ eventTabs }) => eventTabs)
  .toSorted((a, b) => a.place - b.place);

/** The view at a value of `&tab=` and its tab; the first ones if there is none. */
export function findView(value: string | null) {
  const tab = allTabs.find(({ views }) => views.some((view) => view.value === value)) ?? allTabs[0]!;
  return { tab, view: tab.views.find((view) => view.value === value) ?? tab.views[0] };
}
