import { expect, test } from "vitest";
import { readEmbed } from "./embed-address.ts";

const video = "dQw4w9WgXcQ";

test.each([
  `https://www.youtube.com/watch?v=${video}`,
  `https://www.youtube.com/watch?list=x&v=${video}&t=1s`,
  `https://youtube.com/watch?feature=share&v=${video}#t=20`,
  `https://m.youtube.com/watch?v=${video}`,
  `https://music.youtube.com/watch?v=${video}`,
  `https://youtu.be/${video}?si=abc`,
  `https://youtube.com/live/${video}`,
  `https://www.youtube.com/live/${video}?feature=share`,
  `https://www.youtube.com/shorts/${video}`,
  `https://www.youtube.com/embed/${video}?autoplay=1`,
  `https://www.youtube-nocookie.com/embed/${video}`,
  `https://www.youtube.com/v/${video}`,
  `https://studio.youtube.com/video/${video}/livestreaming`,
  `youtube.com/watch?v=${video}`,
  `  https://youtu.be/${video}  `,
])("%s is a YouTube video", (address) => {
  expect(readEmbed(address)).toEqual({ provider: "youtube", videoId: video });
});

test.each([
  ["https://www.twitch.tv/sagent", "sagent"],
  ["https://m.twitch.tv/sagent", "sagent"],
  ["https://go.twitch.tv/sagent/", "sagent"],
  ["https://www.twitch.tv/sagent?referrer=raid", "sagent"],
  ["https://www.twitch.tv/sagent/videos?filter=all", "sagent"],
  ["https://www.twitch.tv/sagent/about", "sagent"],
  ["https://www.twitch.tv/popout/sagent/chat", "sagent"],
  ["https://www.twitch.tv/popout/moderator/sagent/chat", "sagent"],
  ["https://www.twitch.tv/popout/u/sagent/stream-manager/chat", "sagent"],
  ["https://www.twitch.tv/embed/sagent/chat?parent=x", "sagent"],
  ["https://www.twitch.tv/moderator/sagent", "sagent"],
  ["https://dashboard.twitch.tv/u/sagent/stream-manager", "sagent"],
  ["https://player.twitch.tv/?channel=sagent", "sagent"],
  ["https://player.twitch.tv/?channel=sagent&parent=example.com&muted=true", "sagent"],
  ["https://player.twitch.tv/?video=v123456789", "123456789"],
  ["https://player.twitch.tv/?video=123456789&parent=x", "123456789"],
  ["https://www.twitch.tv/videos/123456789?t=1h", "123456789"],
  ["https://www.twitch.tv/sagent/video/123456789", "123456789"],
  ["https://www.twitch.tv/sagent/v/123456789", "123456789"],
  ["twitch.tv/sagent", "sagent"],
])("%s is %s on Twitch", (address, videoId) => {
  expect(readEmbed(address)).toEqual({ provider: "twitch", videoId });
});

const ownLink = /its own link/;
const anyVideo = /^Enter the link of a YouTube or Twitch video$/;
test.each([
  ["https://www.youtube.com/@sagent/live", ownLink],
  ["https://www.youtube.com/@sagent", ownLink],
  ["https://www.youtube.com/channel/UC1234567890123456789012/live", ownLink],
  ["https://www.youtube.com/c/sagent", ownLink],
  ["https://www.youtube.com/user/sagent/live", ownLink],
  ["https://www.youtube.com/embed/live_stream?channel=UC1234567890123456789012", ownLink],
  ["https://www.youtube.com/embed/videoseries?list=PL123", /one video/],
  ["https://www.youtube.com/playlist?list=PL123", /one video/],
  ["https://www.youtube.com/clip/UgkxFunny", /clip/],
  ["https://www.youtube.com/watch?v=short", anyVideo],
  [`https://www.youtube.com/watch?v=${video}%22onload`, anyVideo],
  [`https://www.youtube.com.evil.example/watch?v=${video}`, anyVideo],
  [`https://evil.example/https://youtu.be/${video}`, anyVideo],
  [`https://youtu.be@evil.example/${video}`, anyVideo],
  [`http://youtu.be/${video}`, anyVideo],
  [`javascript:alert(1)//youtu.be/${video}`, anyVideo],
  [video, anyVideo],
  ["", anyVideo],
  ["https://www.twitch.tv/directory/category/music", /lists channels/],
  ["https://www.twitch.tv/directory", /lists channels/],
  ["https://www.twitch.tv/sagent/clip/FunnySlug", /clip/],
  ["https://m.twitch.tv/clip/FunnySlug", /clip/],
  ["https://clips.twitch.tv/FunnySlug", /clip/],
  ["https://clips.twitch.tv/embed?clip=FunnySlug&parent=x", /clip/],
  ["https://www.twitch.tv/videos/", /isn't a channel/],
  ["https://www.twitch.tv/settings/profile", /isn't a channel/],
  ["https://www.twitch.tv/", /isn't a channel/],
  ["https://player.twitch.tv/", /isn't a channel/],
  ['https://www.twitch.tv/name"onload=', /isn't a channel/],
])("%s is refused with a sentence", (address, sentence) => {
  expect(readEmbed(address)).toEqual({ refusal: expect.stringMatching(sentence) });
});
