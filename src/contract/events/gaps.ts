import type { PublishGap } from "./editing.ts";

/** What the publish checklist checks. */
interface Publishable {
  title: string;
  summary: string;
  /** Plain text. */
  description: string;
  hasPoster: boolean;
  startsAt: string;
  endsAt: string;
  lineupCount: number;
  typeCount: number;
  /** The venue has coordinates. */
  isOnMap: boolean;
}

/** What an event still needs: first what publishing requires, then what is recommended. */
export function publishGaps(event: Publishable): PublishGap[] {
  const gaps: [PublishGap["what"], PublishGap["weight"], boolean][] = [
    ["title", "needed", event.title.trim() === ""],
    ["times", "needed", !(Date.parse(event.startsAt) < Date.parse(event.endsAt))],
    ["summary", "needed", event.summary.trim() === ""],
    ["poster", "needed", !event.hasPoster],
    ["tickets", "wise", event.typeCount === 0],
    ["description", "wise", event.description.trim() === ""],
    ["lineup", "wise", event.lineupCount === 0],
    ["map", "wise", !event.isOnMap],
  ];
  return gaps.filter(([, , isMissing]) => isMissing).map(([what, weight]) => ({ what, weight }));
}
