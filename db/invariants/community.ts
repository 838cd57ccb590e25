import type { Invariant } from "./invariant.ts";

/** The counts of each reaction that a row has and that its reactions make. */
const countedReactions = (table: "posts" | "comments", key: "post_id" | "comment_id", reactions: string) => `
  select '${table}' as what, t.id, t.reaction_count as counted, t.reactions as shown, coalesce(r.counts, '{}') as there
  from ${table} t left join (
    select id, jsonb_object_agg(kind, count) as counts, sum(count) as count from (
      select ${key} as id, kind, count(*) as count from ${reactions} group by 1, 2) each group by id) r on r.id = t.id
  where t.reactions <> coalesce(r.counts, '{}') or t.reaction_count <> coalesce(r.count, 0)`;

/** Invariants of the community. */
export const communityInvariants: Invariant[] = [
  {
    id: "I-140",
    holds: "The reaction counts of posts and comments are those of their reactions",
    sql: `${countedReactions("posts", "post_id", "post_reactions")}
      union all ${countedReactions("comments", "comment_id", "comment_reactions")}`,
  },
  {
    id: "I-141",
    holds: "Posts count their published comments, comments their published replies, and posts their shown images",
    sql: `
      select 'comments' as what, p.id, p.comment_count as counted from posts p where p.comment_count <> (
        select count(*) from comments c where c.post_id = p.id and c.status = 'published')
      union all
      select 'replies', o.id, o.reply_count from comments o where o.reply_count <> (
        select count(*) from comments c where c.post_id = o.post_id and c.parent_id = o.id and c.status = 'published')
      union all
      select 'images', p.id, p.image_count from posts p where p.image_count <> (
        select count(*) from post_images i where i.post_id = p.id and i.hidden_at is null)`,
  },
  {
    id: "I-142",
    holds: "Comments are two levels deep, and what is deleted has no text left",
    sql: `
      select 'depth' as what, c.id from comments c join comments o on o.id = c.parent_id where o.parent_id is not null
      union all
      select 'post', p.id from posts p where p.status = 'deleted' and (p.text <> '' or p.html <> '' or exists (
        select from earlier_texts t where t.post_id = p.id) or exists (select from post_images i where i.post_id = p.id))
      union all
      select 'comment', c.id from comments c where c.status = 'deleted' and (c.text <> '' or c.html <> '' or exists (
        select from earlier_texts t where t.comment_id = c.id))`,
  },
  {
    id: "I-143",
    holds: "What the site holds waits in the review queue, and what waits there isn't deleted",
    sql: `
      select 'post' as kind, p.id from posts p where p.status = 'held' and not exists (
        select from review_items v where v.kind = 'post' and v.target_id = p.id and v.decided_at is null)
      union all
      select 'comment', c.id from comments c where c.status = 'held' and not exists (
        select from review_items v where v.kind = 'comment' and v.target_id = c.id and v.decided_at is null)
      union all
      select v.kind, v.target_id from review_items v where v.decided_at is null and case v.kind
        when 'post' then not exists (select from posts p where p.id = v.target_id and p.status <> 'deleted')
        when 'comment' then not exists (select from comments c join posts p on p.id = c.post_id
          where c.id = v.target_id and c.status <> 'deleted' and p.status <> 'deleted')
        when 'photo' then not exists (select from post_images i where i.id = v.target_id)
        else false end`,
  },
  {
    id: "I-144",
    holds: "Nobody follows across a block, or was notified across one",
    sql: `
      select r.from_id as person, r.to_id as other from relations r
      join relations b on b.kind = 'block' and (b.from_id, b.to_id) in ((r.from_id, r.to_id), (r.to_id, r.from_id))
      where r.kind = 'follow'
      union all
      select n.user_id, n.actor_id from notifications n
      join relations b on b.kind = 'block' and (b.from_id, b.to_id) in ((n.user_id, n.actor_id), (n.actor_id, n.user_id))`,
  },
  {
    id: "I-145",
    holds: "Images of members are used by what shows them, and by nothing else",
    sql: `
      select i.picture_id as picture, i.post_id::text as target from post_images i where not exists (
        select from picture_uses u where u.picture_id = i.picture_id and u.kind = 'post' and u.target_id = i.post_id::text)
      union all
      select p.id, u.target_id from pictures p join picture_uses u on u.picture_id = p.id
      where not p.is_library and not exists (
        select from post_images i where i.picture_id = p.id and u.kind = 'post' and u.target_id = i.post_id::text)`,
  },
  {
    id: "I-146",
    holds:
      "Whoever shows that they are going names the event of their ticket, and no deleted account is in the community",
    sql: `
      select 'going' as what, g.ticket_id as id from going_tickets g join tickets t on t.id = g.ticket_id
      where t.event_id <> g.event_id
      union all
      select 'post', p.id from posts p join users u on u.id = p.author_id where u.deleted_at is not null
      union all
      select 'comment', c.id from comments c join users u on u.id = c.author_id where u.deleted_at is not null
      union all
      select 'member', m.user_id from community_members m join users u on u.id = m.user_id where u.deleted_at is not null`,
  },
  {
    id: "I-147",
    holds: "Moderators' actions that changed things name them, and a mute has its action",
    sql: `
      select 'action' as what, a.id from moderation_actions a where a.kind in ('approve', 'hide', 'restore')
        and not exists (select from moderation_items i where i.action_id = a.id)
      union all
      -- The action of one that holds again belongs to an account that was deleted.
      select 'mute', r.user_id from restrictions r where r.scope = 'community' and r.lifted_at is null
        and r.reason <> 'A former account with the same email or sign-in was restricted' and not exists (
          select from moderation_actions a where a.kind in ('mute', 'suspend', 'clear') and a.person_id = r.user_id)
      union all
      -- Undoing it leaves nothing that it hid.
      select 'undone', a.id from moderation_actions a where a.kind = 'clear' and a.undone_at is not null
        and not a.is_pending and (exists (select from moderation_items i where i.action_id = a.id and i.is_applied)
          or exists (select from chat_messages m where m.hidden_by = a.chat_ban_id))`,
  },
];
