import type { PublishGap } from "./event-editing.ts";

/** What the checklist looks at. */
export interface Publishable {
  title: string;
  summary: string;
  /** Without marks. */
  description: string;
  hasPoster: boolean;
  startsAt: string;
  endsAt: string;
  lineupCount: number;
  typeCount: number;
  /** The place has a point on the map. */
  isOnMap: boolean;
}

/** What a night still lacks: first what it cannot be published without, then what its buyers would miss. */
export function publishGaps(night: Publishable): PublishGap[] {
  const gaps: [PublishGap["what"], PublishGap["weight"], boolean][] = [
    ["title", "needed", night.title.trim() === ""],
    ["times", "needed", !(Date.parse(night.startsAt) < Date.parse(night.endsAt))],
    ["summary", "needed", night.summary.trim() === ""],
    ["poster", "needed", !night.hasPoster],
    ["tickets", "wise", night.typeCount === 0],
    ["description", "wise", night.description.trim() === ""],
    ["lineup", "wise", night.lineupCount === 0],
    ["map", "wise", !night.isOnMap],
  ];
  return gaps.filter(([, , isMissing]) => isMissing).map(([what, weight]) => ({ what, weight }));
}
