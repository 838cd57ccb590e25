import { ownTables } from "#server/platform/db/owned-tables.ts";

export const communityTables = ownTables({
  comment_reactions: {},
  comments: {},
  community_members: {},
  community_rules: {},
  earlier_texts: {},
  going_tickets: {},
  moderation_actions: {},
  moderation_items: {},
  notifications: {},
  post_images: {},
  post_mentions: {},
  post_reactions: {},
  posts: {},
  relations: { columns: ["from_id", "kind", "to_id"], readers: ["campaigns"] },
  reports: {},
  review_items: {},
});
