import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** One part of a received email: its headers in lowercase, and its content decoded. */
export interface MailPart {
  headers: Record<string, string>;
  content: Buffer;
  parts: MailPart[];
}

export interface ReceivedMail extends MailPart {
  to: string[];
  raw: string;
}

/** What the server does with the next email: accept it, reject it with a code, or misbehave after receiving it. */
export type Behavior =
  | "take"
  | 450
  | 452
  | 550
  | 554
  | "refuse text for now"
  | "refuse text"
  | "hang"
  | "take and hang"
  | "take and drop"
  // A reply to the recipient's address, word for word.
  | `4${string}`
  | `5${string}`;

/** A real email server for one test: it stores what it accepts and misbehaves when told to. */
export async function startMailServer(behave: (mailNumber: number) => Behavior = () => "take") {
  const taken: ReceivedMail[] = [];
  let current: Behavior = "take";
  let attempts = 0;
  let authFails = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 50,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      authFails
        ? done(Object.assign(new Error("Bad password"), { responseCode: 535 }))
        : done(null, { user: auth.username }),
    onMailFrom(_address, _session, done) {
      current = behave(attempts++);
      done();
    },
    onRcptTo: (_address, _session, done) => {
      const reply = typeof current === "number" ? `${current} Refused with ${current}` : current;
      if (/^\d/.test(reply)) done(refusal(reply));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => receive(Buffer.concat(chunks).toString("latin1"), session, done));
    },
  });
  const sockets = new Set<{ destroy(): void }>();
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("error", () => undefined);

  function receive(raw: string, session: SMTPServerSession, done: (error?: Error | null) => void): void {
    if (current === "refuse text for now") return done(refusal("451 Refused with 451"));
    if (current === "refuse text") return done(refusal("554 Refused with 554"));
    if (current === "hang") return;
    taken.push({ ...parseMail(raw), to: session.envelope.rcptTo.map(({ address }) => address), raw });
    if (current === "take") done();
    else if (current === "take and drop") for (const socket of sockets) socket.destroy();
  }

  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    get attempts() {
      return attempts;
    },
    /** Rejects every password from now on. */
    refusePasswords: () => void (authFails = true),
    /** Its URL for SMTP_URL. */
    url: `smtp://somebody:secret@127.0.0.1:${port}`,
    /** The same for a site that gives up after two seconds of silence; only for tests with a silent server. */
    hastyUrl: `smtp://somebody:secret@127.0.0.1:${port}?socketTimeout=2000`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const refusal = (reply: string): Error =>
  Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });

/** Parses an email into its parts; enough MIME for what mailers write. */
export function parseMail(raw: string): MailPart {
  const end = raw.indexOf("\r\n\r\n");
  const headers: Record<string, string> = {};
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    headers[name] =
      name in headers ? `${headers[name]}\n${line.slice(colon + 1).trim()}` : line.slice(colon + 1).trim();
  }
  const body = raw.slice(end + 4);
  const boundary = /boundary="([^"]+)"/.exec(headers["content-type"] ?? "")?.[1];
  const parts =
    boundary === undefined
      ? []
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => parseMail(part.replace(/^\r\n/, "")));
  return { headers, content: decode(body, headers["content-transfer-encoding"] ?? "7bit"), parts };
}

function decode(body: string, encoding: string): Buffer {
  if (encoding === "base64") return Buffer.from(body, "base64");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1");
  return Buffer.from(
    body
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

/** All parts of an email that have one type, at any depth. */
export function findParts(mail: MailPart, type: string): MailPart[] {
  const matching = mail.headers["content-type"]?.startsWith(type) === true && mail.parts.length === 0 ? [mail] : [];
  return [...matching, ...mail.parts.flatMap((part) => findParts(part, type))];
}

/** A header as people read it, with encoded words decoded. */
export function readHeader(mail: MailPart, name: string): string {
  return (mail.headers[name] ?? "")
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
      way.toUpperCase() === "B"
        ? Buffer.from(text, "base64").toString()
        : decode(text.replaceAll("_", " "), "quoted-printable").toString(),
    );
}
