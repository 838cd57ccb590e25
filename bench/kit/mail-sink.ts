import { SMTPServer } from "smtp-server";
import { serve } from "./serve.ts";

/** An email server that accepts everything and keeps nothing: a limit for how fast anyone can send. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, done) {
    stream.on("end", () => done());
    stream.resume();
  },
});
server.on("error", () => undefined);
serve(server.server);
