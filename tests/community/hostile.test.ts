import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderText } from "#server/modules/community/text/render.ts";
import { xssCorpus } from "#tests/journeys/hostile/xss-corpus.ts";
import type { Client, Site } from "#testing/site.ts";
import { comment, image, openCommunity, post, reviewOf } from "./kit.ts";

// Every text of the corpus goes through every field that others see as HTML, and the HTML has nothing but the elements,
// attributes and addresses that are allowed. Fields of plain text are escaped where they are shown: their journeys are
// in tests/journeys.

let site: Site;
let author: Client;
let moderator: Client;
beforeAll(async () => {
  site = await openCommunity();
  author = await site.as("user", "author");
  moderator = await site.as("moderator");
});
afterAll(() => site.close());

const tag =
  /^<\/?(?:p|strong|em|s|h3|h4|ul|ol|li|blockquote|pre|code|a)>$|^<(?:br|hr) \/>$|^<(?:ol start|li value)="\d{1,9}">$/;
const link =
  /^<a href="(?:(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)[^"<>\s]*)" rel="noopener noreferrer nofollow" target="_blank">$/i;
const mention = /^<a href="\/community\?person=\d+">$/;

/** What HTML has that it may not have. */
const problemsOf = (html: string): string[] =>
  [...(html.match(/<[^>]*>?/g) ?? [])].filter((each) => !tag.test(each) && !link.test(each) && !mention.test(each));

/** A text as it is, and where Markdown makes something of it. */
const ways: ((text: string) => string)[] = [
  (text) => text,
  (text) => `[x](${text})`,
  (text) => `[x](<${text}> "${text}")`,
  (text) => `![${text}](${text})`,
  (text) => `<${text}>`,
  (text) => `\`${text}\``,
  (text) => `\`\`\`${text}\n${text}\n\`\`\``,
  (text) => `[x]: ${text}\n\n[x]`,
  (text) => `| a |\n|---|\n| ${text} |`,
  (text) => `@author${text} @author`,
  (text) => `> ${text}\n\n1. ${text}\n# ${text}`,
];

test("no text of the corpus, in any form of Markdown, makes anything but allowed elements", () => {
  const people = new Map([["author", 7]]);
  const found = xssCorpus.flatMap((text) =>
    ways.flatMap((way) => problemsOf(renderText(way(text), people)).map((problem) => [way(text), problem])),
  );
  expect(found).toEqual([]);
  expect(problemsOf('<a href="javascript:pwn()">x</a><img src=x onerror=pwn()><script>')).toHaveLength(3);
});

test("every field of posts, comments, histories and reports takes every text, and none comes out as more than text", async () => {
  const { id: postId } = (await post(author, "Target")).body;
  let taken = 0;
  for (const text of xssCorpus) {
    const made = await post(author, text);
    expect([201, 400, 409], made.text).toContain(made.status);
    const said = await comment(author, postId, text);
    expect([201, 400, 409], said.text).toContain(said.status);
    if (made.status !== 201 || said.status !== 201) continue;
    taken++;
    const { id } = made.body;
    const edit = { text: `${text} again`, images: [], version: 1 };
    const { status, body: edited } = await author.call("PATCH", `/api/community/posts/${id}`, edit);
    // Some are as long as a text may be.
    if (status !== 200) continue;
    const { items } = (await author.get(`/api/community/posts/${id}/history`)).body;
    for (const html of [made.body.html, said.body.html, edited.html, items[0]!.html])
      expect([text, problemsOf(html!)]).toEqual([text, []]);
  }
  expect(taken).toBeGreaterThan(xssCorpus.length * 0.8);
});

test("alt texts, reasons, notes and names stay plain text, and digests escape them", async () => {
  const reader = await site.as("user", "reader");
  await sql`update users set email = 'reader@example.com' where id = ${reader.id}`.execute(site.db);
  await sql`update users set display_name = '<img src=x onerror=pwn()>' where id = ${author.id}`.execute(site.db);
  await reader.call("PUT", "/api/notifications/settings", { digest: "weekly" });
  await sql`update community_members set digest_at = digest_at - interval '8 days' where user_id = ${reader.id}`.execute(
    site.db,
  );
  const lines = xssCorpus.filter((text) => text.length < 150 && /^[^\p{Cc}]*$/u.test(text)).slice(0, 15);
  for (const text of lines) {
    const images = [{ ...(await image(site, author)), alt: text }];
    const { body } = await post(author, `@reader ${text}`, { images });
    expect(body.images[0]!.poster.alt).toBe(text.trim());
    await reader.post("/api/community/reports", { kind: "post", targetId: body.id, reason: "other", note: text });
    expect((await reviewOf(moderator, "post", body.id))!.reports[0]!.note).toBe(text.trim());
  }
  await site.app.runJob("digests");
  await site.app.runJob("mail");
  const { rows } = await sql<{ html: string }>`
    select html from emails where to_address = 'reader@example.com' and kind = 'community_digest'`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.html).toContain("&lt;img src=x onerror=pwn()&gt; mentioned you");
  const withoutLogo = rows[0]!.html.replace(/<img src="http:\/\/localhost:3000\/brand\/logo-email\.png"[^>]*>/, "");
  expect(withoutLogo).not.toMatch(/<img|<script|<svg|<iframe/i);
});
