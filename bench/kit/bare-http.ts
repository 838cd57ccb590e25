import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { serve } from "./serve.ts";

/**
 * The limit that pages are held against: node:http and nothing else. `POST /` takes an answer as JSON, its headers and its
 * body, and says the path that gives it from then on, with the same headers and bytes.
 */
const answers = new Map<string, { headers: [string, string][]; body: Buffer }>();
const server = createServer((request, response) => {
  const answer = answers.get(request.url!);
  if (answer === undefined) return void register(request).then((path) => response.end(path));
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.end(answer.body);
});
serve(server);

async function register(request: IncomingMessage): Promise<string> {
  const { headers, body } = (await json(request)) as { headers: [string, string][]; body: string };
  const path = `/${answers.size}`;
  answers.set(path, { headers, body: Buffer.from(body, "base64") });
  return path;
}
