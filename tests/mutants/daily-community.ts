import { part } from "./mutant.ts";

const community = "src/server/modules/community";
const webCommunity = "src/web/features/community";

/** Slips of an ordinary workday, on the server and on screens. */
export const dailyCommunity = part({
  name: "daily-community",
  tests: [
    "tests/community/notifications",
    "tests/community/people",
    "tests/community/photos",
    "tests/community/posts",
    webCommunity,
    "tests/components/community",
  ],
  mutants: [
    {
      id: "old-news-in-every-digest",
      file: `${community}/notifications/digest-store.ts`,
      today: " and n.read_at is null and n.at > t.since",
      fault: " and n.read_at is null",
      harm: "Members get the same news by email every week until they read it on the site.",
    },
    {
      id: "newest-stays-unread",
      file: `${community}/notifications/store.ts`,
      today: "id <= ${target.upToId}",
      fault: "id < ${target.upToId}",
      harm: "Mark all as read leaves the newest unread, and the dot stays.",
    },
    {
      id: "blocked-person-among-who-goes",
      file: `${community}/going/store.ts`,
      today: "where u.id <> all(${viewer.apart}::bigint[])",
      fault: "where ${viewer.apart}::bigint[] is not null",
      harm: "Someone who was blocked sees which event the person who blocked them goes to.",
    },
    {
      id: "hidden-photos-counted",
      file: `${community}/photos/store.ts`,
      today: "where i.wall_event_id = ${eventId} and i.hidden_at is null`)!;",
      fault: "where i.wall_event_id = ${eventId}`)!;",
      harm: "The wall says 12 photos and shows 11.",
    },
    {
      id: "post-without-its-photos",
      file: `${webCommunity}/composer/composer.tsx`,
      today: '    if (images.isBusy) return setFailure("Wait until your photos are uploaded.");\n',
      fault: "",
      harm: "A member's post is up without the photos that were still uploading.",
    },
    {
      id: "dot-stays-after-reading",
      file: `${webCommunity}/notifications/notifications-drawer.tsx`,
      today: "(unreadQuery().queryKey, (now) => now && { ...now, unread });",
      fault: "(unreadQuery().queryKey, (now) => now && { ...now });",
      harm: "A member reads everything, and the header still shows news.",
    },
    {
      id: "privacy-never-saved",
      file: `${webCommunity}/settings/community-settings.tsx`,
      today: "body: { ...privacy, ...what }",
      fault: "body: { ...what, ...privacy }",
      harm: "A member turns off that people find them, reads Saved, and is still found.",
    },
  ],
});
