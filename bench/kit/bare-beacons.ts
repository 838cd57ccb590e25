import { createServer } from "node:http";
import pg from "pg";
import { serve } from "./serve.ts";

/** What page views are held against: node:http that reads a body and answers, with one insert per request or without. */
const [url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 16 });
await pool.query(
  "create table if not exists bare_beacons (at timestamptz not null default now(), path text, session_id text, device text, browser text)",
);
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const view = JSON.parse(Buffer.concat(parts).toString()) as Record<string, string>;
    const answer = () => {
      response.writeHead(202, { "content-type": "application/json", "content-length": 11 });
      response.end('{"ok":true}');
    };
    if (request.url !== "/insert") return answer();
    const values = [view.path, view.sessionId, view.deviceType, view.browser];
    void pool
      .query({
        name: "insert",
        text: "insert into bare_beacons (path, session_id, device, browser) values ($1, $2, $3, $4)",
        values,
      })
      .then(answer);
  });
});
serve(server);
