import type { AdminStream } from "#contract/streams/admin.ts";
import type { StreamAccess, StreamSourceKind } from "#contract/streams/streams.ts";

/** A stream's form: what staff type and choose. */
export type StreamForm = {
  title: string;
  description: string;
  startsAt: string;
  timeZone: string;
  eventId: string;
  kind: StreamSourceKind;
  keyId: string;
  address: string;
  access: StreamAccess;
  passTypeIds: number[];
  pictureId: number | null;
  isRecorded: boolean;
};

export const labels: Record<keyof StreamForm, string> = {
  title: "Title",
  description: "Description",
  startsAt: "Starts",
  timeZone: "Time zone",
  eventId: "Event",
  kind: "Source",
  keyId: "Stream key",
  address: "Link",
  access: "Who can watch",
  passTypeIds: "Passes",
  pictureId: "Poster",
  isRecorded: "Record it for a replay",
};

export const accessChoices: [StreamAccess, string][] = [
  ["free", "Everyone"],
  ["members", "Members"],
  ["tickets", "Ticket holders of the event"],
  ["pass", "Holders of some ticket types"],
];

/** The next full hour. */
const nextHour = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000).toISOString();

export function formOf(stream: AdminStream | undefined, eventId: number | null, brandZone: string): StreamForm {
  return {
    title: stream?.title ?? "",
    description: stream?.description ?? "",
    startsAt: stream?.startsAt ?? nextHour(),
    timeZone: stream?.timeZone ?? brandZone,
    eventId: String(stream?.event?.id ?? eventId ?? ""),
    kind: stream?.source ?? "push",
    keyId: String(stream?.key?.id ?? ""),
    address: stream?.address ?? (stream?.embed ? embedLink(stream.embed) : ""),
    access: stream?.access ?? "free",
    passTypeIds: stream?.passes.map(({ id }) => id) ?? [],
    pictureId: stream?.pictureId ?? null,
    isRecorded: stream?.isRecorded ?? true,
  };
}

const embedLink = ({ provider, videoId }: NonNullable<AdminStream["embed"]>) =>
  provider === "youtube"
    ? `https://www.youtube.com/watch?v=${videoId}`
    : `https://www.twitch.tv/${/^\d+$/.test(videoId) ? `videos/${videoId}` : videoId}`;

const numberOr = (text: string) => (text === "" ? null : Number(text));

export const bodyOf = ({ eventId, kind, keyId, address, ...rest }: StreamForm) => ({
  ...rest,
  eventId: numberOr(eventId),
  passTypeIds: rest.access === "pass" ? rest.passTypeIds : [],
  source: kind === "push" ? { kind, keyId: numberOr(keyId) } : { kind, address },
});
