import { readFileSync } from "node:fs";
import type { Poster } from "#contract/events.ts";
import type { App } from "#server/app.ts";
import { cancelEvent, changeEvent, getEditedEvent, postponeEvent } from "#server/modules/events/index.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { moreDates } from "./more-dates.ts";
import { detailsFolder } from "./posters.ts";
import type { StagedNight } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const day = 24 * 60 * 60 * 1000;

/** Nights whose text is set, not only typed: what follows their own paragraphs. */
const furtherText: Record<string, string> = {
  "gold-coast-brunch":
    "<h3>On the fire</h3><ul><li>Ackee and saltfish, with <strong>smoked breadfruit</strong></li><li>Callaloo with crab</li><li>Plantain three ways: fried, roasted and <em>argued about</em></li><li>The bread pudding</li></ul><h3>The day</h3><ol><li>Doors at eleven, sorrel in hand</li><li>The steel trio from noon</li><li>Tables back at two, records until half past four</li></ol>",
  "jouvert-at-midnight":
    "<h3>What to bring</h3><ul><li>Shoes that can be <strong>left behind</strong></li><li>One plastic bag for the telephone</li><li>A towel, and somebody who will let you into their car</li></ul><blockquote><p>“I went in as an accountant.” Overheard at the hoses, half past five.</p></blockquote>",
  "sound-clash-no-7":
    "<h3>The rounds</h3><ol><li>Roots, twenty minutes a side</li><li>Dancehall, twenty minutes a side</li><li>Soca, <em>one tune for one tune</em></li><li><strong>Dub fi dub</strong>, until somebody cannot answer</li></ol><hr><p>Decided by noise. The referee’s whistle is final.</p>",
};

/** Acts that show their faces, by night and name. */
const portraits: Record<string, Record<string, string>> = {
  "sound-clash-no-7": {
    "Thunder Papa": "act-thunder-papa",
    "Empress Volta": "act-empress-volta",
    "Mr. Justice Blackwood": "act-justice-blackwood",
  },
};

/** How it was, with pictures. */
const mornings: Record<string, { recap: string; gallery: string[] }> = {
  "tropic-noir": {
    recap:
      "Nobody left before one, and the coat check has the figures to prove it. The fourteen played two encores and then, when the lights came up, a third to the people looking for their shoes.\n\nBest dressed, by a vote nobody agreed to hold: the gentleman in midnight velvet with a live orchid, and his grandmother, who had lent him both.\n\nFound and still with us: one opera glove, left; one cufflink in the shape of a pineapple; a trombone mute. Write to us with a description of the right-hand glove.",
    gallery: ["tropic-noir-mask", "tropic-noir-bow-tie", "tropic-noir-moon"],
  },
  "emancipation-dawn": {
    recap:
      "The sun came up at its own time and was applauded. We counted the lanterns out and counted the lanterns in, and the sand was cleaner at nine than it had been at three.\n\nThe elders’ chairs were all taken, the mats were all shared, and the second verse was sung by people who had come for the first. Thank you to everybody who carried a drum back up the causeway.",
    gallery: ["emancipation-dawn-dancers", "emancipation-dawn-birds", "emancipation-dawn-palm"],
  },
};

/** What an editor does while a night is being announced: its text is set, its acts get their pictures. */
export async function editNights({ deps }: App, staff: Principal, nights: StagedNight[]): Promise<void> {
  const details: Record<string, Omit<Poster, "key">> = JSON.parse(readFileSync(`${detailsFolder}/index.json`, "utf8"));
  await inTransaction(deps.db, async (tx) => {
    for (const [key, detail] of Object.entries(details)) await adoptPicture(tx, { key, ...detail });
  });
  for (const { id, night } of nights) {
    const text = furtherText[night.key];
    const faces = portraits[night.key];
    if (text === undefined && faces === undefined) continue;
    const { version } = await getEditedEvent(deps.db, id);
    const changes = {
      ...(text ? { descriptionHtml: night.paragraphs.map((words) => `<p>${words}</p>`).join("") + text } : {}),
      ...(faces ? { lineup: night.lineup.map((act) => ({ ...act, picture: faces[act.name] ?? null })) } : {}),
    };
    await changeEvent(deps, staff, id, { version, changes });
  }
}

/** What becomes of nights after they were announced: some are called off or put off, some are written about afterwards. */
export async function tellWhatBecame(
  machine: TimeMachine,
  app: App,
  { staff, nights, dates, now }: { staff: Principal; nights: StagedNight[]; dates: StagedNight[]; now: Date },
): Promise<void> {
  const { deps } = app;
  for (const { id, night, times } of nights) {
    const morning = mornings[night.key];
    if (morning === undefined) continue;
    await machine.travelTo(new Date(times.endsAt.getTime() + 2 * day));
    const { version } = await getEditedEvent(deps.db, id);
    await changeEvent(deps, staff, id, { version, changes: morning });
  }
  for (const [index, { fate }] of moreDates.entries()) {
    if (fate === undefined) continue;
    await machine.travelTo(new Date(now.getTime() - fate.daysAgo * day));
    const { id, version } = await getEditedEvent(deps.db, dates[index]!.id);
    const change = fate.what === "cancelled" ? cancelEvent : postponeEvent;
    await change(deps, staff, id, { version, note: fate.note });
    await app.sweep("mail");
  }
}
