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
  relations: {},
  reports: {},
  review_items: {},
});
