import type { EmbedProvider } from "#contract/streams/streams.ts";

/** A video or channel that a page can embed, or why an address is none, as a sentence for staff. */
type ReadEmbed = { provider: EmbedProvider; videoId: string } | { refusal: string };

const refusals = {
  other: "Enter the link of a YouTube or Twitch video",
  handle:
    "A YouTube channel or handle can't be embedded. Open the stream on YouTube and paste its own link, such as youtube.com/watch?v=…",
  playlist: "A YouTube playlist can't be shown as a stream. Paste the link of one video",
  clip: "A clip is too short to be a stream. Paste the link of the channel or of a past video",
  directory: "This Twitch page lists channels. Paste the link of one channel",
  twitchPage: "This Twitch page isn't a channel. Paste the link of the channel, such as twitch.tv/name",
} as const;

const refuse = (why: keyof typeof refusals): ReadEmbed => ({ refusal: refusals[why] });
const isYouTubeId = (text: string | null | undefined): text is string => /^[\w-]{11}$/.test(text ?? "");

/** Pages of YouTube whose names are as long as a video's ID. */
const notVideos = new Set(["live_stream", "videoseries"]);
const youTubeVideo = (id: string | null | undefined): ReadEmbed | undefined =>
  isYouTubeId(id) && !notVideos.has(id) ? { provider: "youtube", videoId: id } : undefined;

function readYouTube({ pathname, searchParams, host }: URL): ReadEmbed {
  const [first = "", second] = pathname.split("/").slice(1);
  if (host === "youtu.be") return youTubeVideo(first) ?? refuse("other");
  const video = ["live", "embed", "shorts", "v", "video"].includes(first) ? youTubeVideo(second) : undefined;
  const found = video ?? (first === "watch" ? youTubeVideo(searchParams.get("v")) : undefined);
  if (found !== undefined) return found;
  if (first === "clip") return refuse("clip");
  if (first === "playlist" || second === "videoseries") return refuse("playlist");
  const isChannel =
    first.startsWith("@") || ["c", "channel", "user", "live"].includes(first) || second === "live_stream";
  return refuse(isChannel ? "handle" : "other");
}

/** Pages of Twitch that aren't channels. */
const twitchPages = new Set(
  "activate bits broadcast collections communities creatorcamp downloads drops event following friends inventory jobs login messages p prime products search settings signup store subscriptions team turbo user videos wallet".split(
    " ",
  ),
);

const twitchChannel = (name: string | null | undefined): ReadEmbed =>
  /^\w{3,25}$/.test(name ?? "") && !/^\d+$/.test(name!) && !twitchPages.has(name!.toLowerCase())
    ? { provider: "twitch", videoId: name! }
    : refuse("twitchPage");
const twitchVideo = (id: string | null | undefined): ReadEmbed =>
  /^v?\d{3,15}$/.test(id ?? "") ? { provider: "twitch", videoId: id!.replace("v", "") } : refuse("twitchPage");

function readTwitch({ host, pathname, searchParams }: URL): ReadEmbed {
  const [first = "", second, third] = pathname.split("/").slice(1);
  if (host === "clips.twitch.tv" || first === "clip" || second === "clip") return refuse("clip");
  if (host === "player.twitch.tv") {
    const video = searchParams.get("video");
    return video === null ? twitchChannel(searchParams.get("channel")) : twitchVideo(video);
  }
  if (first === "directory") return refuse("directory");
  if (first === "videos") return twitchVideo(second);
  // The chat, the mod view and the dashboard of a channel.
  if (["popout", "embed", "moderator", "u"].includes(first)) {
    return twitchChannel(second === "moderator" || second === "u" ? third : second);
  }
  return second === "video" || second === "v" ? twitchVideo(third) : twitchChannel(first);
}

/**
 * The video or channel that an address of YouTube or Twitch names, in every form that they have: of a page, an app, a
 * player, a chat or a dashboard. Only the ID is kept, so nothing else of the address reaches a page. A Twitch channel has
 * letters in its ID, a past video only digits.
 */
export function readEmbed(address: string): ReadEmbed {
  const text = address.trim();
  const whole = /^[\w.-]+\.[a-z]{2,}(?:\/|$)/i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(whole)) return refuse("other");
  const url = new URL(whole);
  if (url.protocol !== "https:" || url.username !== "" || url.port !== "") return refuse("other");
  url.host = url.host.replace(/^(?:www|m|go)\./, "");
  if (/^(?:(?:music|gaming|studio)\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/.test(url.host)) return readYouTube(url);
  if (/^(?:(?:player|clips|dashboard)\.)?twitch\.tv$/.test(url.host)) return readTwitch(url);
  return refuse("other");
}
