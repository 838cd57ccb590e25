import { createServer } from "node:http";
import pg from "pg";
import { serve } from "./serve.ts";

/** The limit that answers from the database are held against: node:http and one `select 1` on a kept connection. */
const [url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
const server = createServer((_request, response) => {
  void pool.query("select 1").then(() => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 });
    response.end("{}");
  });
});
serve(server);
