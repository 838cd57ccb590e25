import { randomUUID } from "node:crypto";
import type { CompDraft } from "#contract/comps/comps.ts";
import type { App } from "#server/app.ts";
import {
  claimTickets,
  createClaimLink,
  createHost,
  issueComp,
  issueGuestList,
  revokeComp,
} from "#server/modules/comps/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import { promoterTime } from "./calendar.ts";
import { findAdmin } from "./staff.ts";
import type { StagedEvent, StagedType } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

/** Who gets comps, and why: artists, press, partners, family. */
const guests = [
  { name: "Selector Duke", reason: "Plays the second set", quantity: 2, hoursAgo: 74 },
  { name: "Nadine Hyatt", reason: "Press: writes for Island Pages", quantity: 1, hoursAgo: 51 },
  { name: "Maestro Wendell", reason: "Steel band families", quantity: 4, hoursAgo: 29 },
  { name: "Kezia Rampersad", reason: "Won the mas-band raffle", quantity: 2, hoursAgo: 20 },
  { name: "Bodega Brothers", reason: "Partner: bar sponsor", quantity: 3, hoursAgo: 6 },
];
const takenBack = { index: 2, reason: "The band moved to another event", hoursAgo: 4 };

/** Issues comps for upcoming events, as an admin does, and revokes one. */
export async function issueComps(machine: TimeMachine, app: App, events: StagedEvent[], now: Date): Promise<void> {
  const staff = await findAdmin(machine);
  const ahead = events.filter(({ times }) => times.startsAt > now);
  const types = ahead.flatMap((event) => roomiest(event) ?? []);
  if (staff === undefined || types.length === 0) return;
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const ids: string[] = [];
  for (const [index, { name, reason, quantity, hoursAgo }] of guests.entries()) {
    await machine.travelTo(ago(hoursAgo));
    const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
    const draft: CompDraft = {
      ticketTypeId: types[index % types.length]!.id,
      quantity,
      guest: { name, email },
      reason,
    };
    const idempotency = {
      userId: staff.id,
      route: "POST /api/admin/comps",
      key: randomUUID(),
      bodyHash: hashBody(draft),
    };
    const { body } = await issueComp(app.deps, { staff, draft, idempotency });
    ids.push((JSON.parse(String(body)) as { id: string }).id);
    await app.runJob("mail");
  }
  const roomy = ahead.find((event) => roomiest(event) !== undefined)!;
  await issueList(app, staff, roomy.id, roomiest(roomy)!.id);
  await openLink(app, staff, roomiest(roomy)!.id, now);
  await machine.travelTo(ago(takenBack.hoursAgo));
  await revokeComp(app.deps, staff, ids[takenBack.index]!, takenBack.reason);
}

/** The guests of the sound system, who count toward its budget. */
const crew = [
  { name: "Zoë Núñez", email: "zoe.nunez@example.com", quantity: 2 },
  { name: "Tyrell James", email: "tyrell@example.com", quantity: 1 },
  { name: "Miss Inez", email: "", quantity: 3 },
  { name: "Anaïs Baptiste", email: "", quantity: 1 },
];

/** Issues a guest list for a host. */
async function issueList(app: App, staff: Principal, eventId: number, ticketTypeId: number): Promise<void> {
  const host = await createHost(app.deps, staff, { eventId, name: "Rude Bwoy Sound", budget: 20 });
  const draft = {
    ticketTypeId,
    hostId: host.id,
    guests: crew.map((guest, index) => ({ line: index + 1, ...guest })),
    keepsDuplicates: false,
    reason: "Guests of the sound system",
  };
  const route = "POST /api/admin/comp-batches";
  const idempotency = { userId: staff.id, route, key: randomUUID(), bodyHash: hashBody(draft) };
  await issueGuestList(app.deps, { staff, draft, idempotency });
  await app.runJob("comp-batches");
  await app.runJob("mail");
}

/** Creates a claim link for the radio's listeners, and two of them claim. */
async function openLink(app: App, staff: Principal, ticketTypeId: number, now: Date): Promise<void> {
  const once = (route: string, body: unknown) => {
    return { userId: staff.id, route, key: randomUUID(), bodyHash: hashBody(body) };
  };
  const draft = {
    ticketTypeId,
    quantity: 10,
    maxPerPerson: 2,
    endsAt: promoterTime(now, 2, "23:59").toISOString(),
    reason: "Listeners of Island FM",
  };
  const idempotency = once("POST /api/admin/comp-batches/links", draft);
  const reply = await createClaimLink(app.deps, { staff, draft, idempotency });
  const { link } = JSON.parse(String(reply.body)) as { link: { url: string } };
  const key = new URL(link.url).searchParams.get("claim")!;
  const listeners = [
    { name: "Marva Joseph", email: "marva.joseph@example.com" },
    { name: "Keon Baptiste", email: "keon.baptiste@example.com" },
  ];
  for (const [index, guest] of listeners.entries()) {
    const wish = { key, guest, quantity: index + 1 };
    await claimTickets(app.deps, { wish, idempotency: once("POST /api/claim-links", wish) });
  }
  await app.runJob("mail");
}

/** The event's ticket type with the most spots left, if there are plenty. */
function roomiest({ types }: StagedEvent): StagedType | undefined {
  const left = ({ type }: StagedType) => (type.accessCode === undefined ? type.capacity - type.sold : 0);
  const [max] = types.toSorted((a, b) => left(b) - left(a));
  return max !== undefined && left(max) >= 40 ? max : undefined;
}
