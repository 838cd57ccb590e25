import { readFileSync } from "node:fs";
import type { RefundPolicy } from "#contract/events/editing.ts";
import type { Poster } from "#contract/events/events.ts";
import type { App } from "#server/app.ts";
import { cancelEvent, changeEvent, getEditedEvent, postponeEvent } from "#server/modules/events/index.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { moreDates } from "./more-dates.ts";
import { detailsFolder } from "./posters.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const day = 24 * 60 * 60 * 1000;

/** Events with formatted text: what follows their own paragraphs. */
const furtherText: Record<string, string> = {
  "gold-coast-brunch":
    "<h3>On the fire</h3><ul><li>Ackee and saltfish, with <strong>smoked breadfruit</strong></li><li>Callaloo with crab</li><li>Plantain three ways: fried, roasted and <em>argued about</em></li><li>The bread pudding</li></ul><h3>The day</h3><ol><li>Doors at 11:00 AM, sorrel in hand</li><li>Steel trio from noon</li><li>Tables back at 2:00 PM, records until 4:30</li></ol>",
  "jouvert-at-midnight":
    "<h3>What to bring</h3><ul><li>Shoes you can <strong>leave behind</strong></li><li>A plastic bag for your phone</li><li>A towel, and someone who will let you into their car</li></ul><blockquote><p>“I went in as an accountant.” Overheard at the hoses, 5:30 AM.</p></blockquote>",
  "sound-clash-no-7":
    "<h3>The rounds</h3><ol><li>Roots, twenty minutes a side</li><li>Dancehall, twenty minutes a side</li><li>Soca, <em>one tune for one tune</em></li><li><strong>Dub fi dub</strong>, until someone has no answer</li></ol><hr><p>Decided by noise. The referee’s whistle is final.</p>",
};

/** Events whose buyers can refund tickets themselves; the others give none unless the event is canceled. */
const refundable: Record<string, RefundPolicy> = {
  "gold-coast-brunch": { kind: "before_start", hours: 72, withFees: false },
  "steel-and-strings": { kind: "before_start", hours: 48, withFees: true },
  "white-linen-sessions": { kind: "before_start", hours: 168, withFees: false },
};

/** Acts with portraits, by event and name. */
const portraits: Record<string, Record<string, string>> = {
  "sound-clash-no-7": {
    "Thunder Papa": "act-thunder-papa",
    "Empress Volta": "act-empress-volta",
    "Mr. Justice Blackwood": "act-justice-blackwood",
  },
};

/** Recaps of past events, with photos. */
const mornings: Record<string, { recap: string; gallery: string[] }> = {
  "tropic-noir": {
    recap:
      "Nobody left before one, and the coat check has the numbers to prove it. The fourteen played two encores and, when the lights came up, a third for the people looking for their shoes.\n\nBest dressed, by a vote nobody agreed to hold: the gentleman in midnight velvet with a live orchid, and his grandmother, who lent him both.\n\nLost and found: a left opera glove, a cuff link shaped like a pineapple and a trombone mute. To claim the glove, send us a photo of the right one.",
    gallery: ["tropic-noir-mask", "tropic-noir-bow-tie", "tropic-noir-moon"],
  },
  "emancipation-dawn": {
    recap:
      "The sun came up on time and got a round of applause. We counted the lanterns out and counted them back in, and the sand was cleaner at nine than it was at three.\n\nThe elders’ chairs were full, the mats were shared, and the second verse was sung by people who came for the first. Thank you to everyone who carried a drum back up the causeway.",
    gallery: ["emancipation-dawn-dancers", "emancipation-dawn-birds", "emancipation-dawn-palm"],
  },
};

/** What an editor does when an event is announced: formats its text and adds portraits of its acts. */
export async function editEvents({ deps }: App, staff: Principal, events: StagedEvent[]): Promise<void> {
  const details: Record<string, Omit<Poster, "key">> = JSON.parse(readFileSync(`${detailsFolder}/index.json`, "utf8"));
  await inTransaction(deps.db, async (tx) => {
    for (const [key, detail] of Object.entries(details)) await adoptPicture(tx, { key, ...detail });
  });
  for (const { id, event } of events) {
    const text = furtherText[event.key];
    const faces = portraits[event.key];
    const refunds = refundable[event.key];
    if (text === undefined && faces === undefined && refunds === undefined) continue;
    const { version } = await getEditedEvent(deps.db, id);
    const changes = {
      ...(text ? { descriptionHtml: event.paragraphs.map((words) => `<p>${words}</p>`).join("") + text } : {}),
      ...(refunds ? { refunds } : {}),
      ...(faces ? { lineup: event.lineup.map((act) => ({ ...act, picture: faces[act.name] ?? null })) } : {}),
    };
    await changeEvent(deps, staff, id, { version, changes });
  }
}

/** What happens to events after they were announced: some are canceled or postponed, some get a recap. */
export async function seedChanges(
  machine: TimeMachine,
  app: App,
  { staff, events, dates, now }: { staff: Principal; events: StagedEvent[]; dates: StagedEvent[]; now: Date },
): Promise<void> {
  const { deps } = app;
  for (const { id, event, times } of events) {
    const morning = mornings[event.key];
    if (morning === undefined) continue;
    await machine.travelTo(new Date(times.endsAt.getTime() + 2 * day));
    const { version } = await getEditedEvent(deps.db, id);
    await changeEvent(deps, staff, id, { version, changes: morning });
  }
  for (const [index, { fate }] of moreDates.entries()) {
    if (fate === undefined) continue;
    await machine.travelTo(new Date(now.getTime() - fate.daysAgo * day));
    const { id, version } = await getEditedEvent(deps.db, dates[index]!.id);
    const change = fate.what === "canceled" ? cancelEvent : postponeEvent;
    await change(deps, staff, id, { version, note: fate.note });
    await app.runJob("mail");
  }
}
