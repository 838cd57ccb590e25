import type pg from "pg";

/** How much of the community to make up. */
export interface CommunitySize {
  members: number;
  posts: number;
  /** Reactions per post on average. */
  reactions: number;
  /** Comments of the one post that everyone answers. */
  comments: number;
}

const kinds = "(array['like', 'love', 'laugh', 'fire', 'clap', 'wow'])";

/**
 * Fills a database that has events with members, posts, reactions and one post with very many comments; counts are right.
 *
 * @returns the id of that post, and of a member who follows a hundred others
 */
export async function fillCommunity(
  client: pg.Client,
  { members, posts, reactions, comments }: CommunitySize,
): Promise<{ busyPostId: number; readerId: number; eventId: number }> {
  const one = async <Value>(text: string, values: unknown[] = []) =>
    Object.values((await client.query<Record<string, Value>>(text, values)).rows[0]!)[0]!;
  await client.query("set statement_timeout = 0; set synchronous_commit = off; set work_mem = '128MB'");
  const first = await one<number>(
    `with made as (
       insert into users (username, display_name, role)
       select 'fan-' || gen_random_uuid(), 'Fan ' || n, 'user' from generate_series(1, $1) n returning id)
     select min(id) from made`,
    [members],
  );
  const eventId = await one<number>("select min(id) from events where visibility = 'published'");
  await client.query(
    `insert into posts (author_id, event_id, phase, text, html, html_version, status, published_at, created_at)
     select $1 + n % $2, case when n % 3 = 0 then $3::bigint end, case when n % 3 = 0 then (array['before', 'during', 'after'])[1 + n % 7 % 3] end,
       'Post ' || n || ' about the road, the music and word' || n % 500, '<p>Post ' || n || '</p>', 1, 'published',
       clock_now() - make_interval(secs => ($4 - n) * 60), clock_now() - make_interval(secs => ($4 - n) * 60)
     from generate_series(1, $4::integer) n`,
    [first, members, eventId, posts],
  );
  // Every hundredth post has fifty times as many reactions as the others together in its hundred.
  await client.query(
    `insert into post_reactions (post_id, user_id, kind)
     select p.id, $1 + (p.id * 7 + n * 13) % $2, ${kinds}[1 + (p.id + n) % 6]
     from posts p cross join lateral generate_series(1, case when p.id % 100 = 0 then $3 * 51 else $3 / 2 end) n
     on conflict do nothing`,
    [first, members, reactions],
  );
  const busyPostId = await one<number>("select max(id) from posts where event_id is null");
  await client.query(
    `insert into comments (post_id, author_id, text, html, html_version, status)
     select $1, $2 + n % $3, 'Comment ' || n, '<p>Comment ' || n || '</p>', 1, 'published' from generate_series(1, $4::integer) n`,
    [busyPostId, first, members, comments],
  );
  await client.query(
    `insert into comments (post_id, parent_id, author_id, text, html, html_version, status)
     select c.post_id, c.id, $2, 'Reply', '<p>Reply</p>', 1, 'published'
     from comments c cross join generate_series(1, 4) where c.post_id = $1 and c.id % 10 = 0`,
    [busyPostId, first],
  );
  await client.query(`update comments o set reply_count = 4 where post_id = $1 and parent_id is null and id % 10 = 0`, [
    busyPostId,
  ]);
  await client.query(
    `update posts p set reactions = r.counts, reaction_count = r.count,
       comment_count = (select count(*) from comments c where c.post_id = p.id)
     from (select post_id, jsonb_object_agg(kind, count) as counts, sum(count) as count from (
       select post_id, kind, count(*) as count from post_reactions group by 1, 2) each group by post_id) r
     where r.post_id = p.id`,
  );
  await client.query(
    "update posts set comment_count = (select count(*) from comments where post_id = $1) where id = $1",
    [busyPostId],
  );
  await client.query(
    `insert into relations (from_id, kind, to_id) select $1::bigint, 'follow', $1::bigint + n from generate_series(1, least(100, $2::integer - 1)) n
     on conflict do nothing`,
    [first, members],
  );
  await client.query("vacuum analyze");
  return { busyPostId, readerId: first, eventId };
}

/** What people ask for most, by name. */
export const communityQuestions = (ids: {
  busyPostId: number;
  readerId: number;
  eventId: number;
}): [string, string][] => [
  ["newest posts", "/api/community/posts?sort=new"],
  ["top posts", "/api/community/posts?sort=top"],
  ["newest posts of an event", `/api/community/posts?sort=new&eventId=${ids.eventId}`],
  ["top posts of an event, after it", `/api/community/posts?sort=top&eventId=${ids.eventId}&phase=after`],
  ["newest posts about no event", "/api/community/posts?topic=general"],
  ["posts of people one follows", "/api/community/posts?sort=following"],
  ["posts of a person", `/api/community/posts?authorId=${ids.readerId + 1}`],
  ["a search", "/api/community/posts?q=word77"],
  ["a search for a common word", "/api/community/posts?q=music"],
  ["comments of the busy post", `/api/community/posts/${ids.busyPostId}/comments`],
  ["newest comments of the busy post", `/api/community/posts/${ids.busyPostId}/comments?order=newest`],
  ["the busy post", `/api/community/posts/${ids.busyPostId}`],
];
