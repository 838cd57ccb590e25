import { createServer } from "node:http";
import pg from "pg";

/** The limit that answers from the database are held against: node:http and one `select 1` on a kept connection. */
const [port, url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
const server = createServer((_request, response) => {
  void pool.query("select 1").then(() => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 });
    response.end("{}");
  });
});
server.listen(Number(port), "127.0.0.1", () => process.send?.("listening"));
