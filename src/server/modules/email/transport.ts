import { Transform, type Readable } from "node:stream";
import nodemailer, { type SendMailOptions, type Transporter } from "nodemailer";
import type { DkimSettings } from "#server/config.ts";
import { readRefusal } from "#server/platform/smtp-replies.ts";

/** Longest that one attempt may take in all; shorter than the lease of the claim. */
export const sendSeconds = 40;

/** Options of nodemailer that its types do not separate from those of an email. */
interface Message {
  createReadStream(): Readable;
}

/** The stream with the text of an email that is being sent: it is read once the server asks for the text. */
const textOf = new WeakMap<object, Readable>();

const pieceBytes = 65_536;

/** Joins the many small pieces in which an email's text comes: each would be written to the network by itself. */
function joined(text: Readable): Readable {
  let pieces: Buffer[] = [];
  let size = 0;
  const drain = () => {
    const all = Buffer.concat(pieces);
    pieces = [];
    size = 0;
    return all;
  };
  const whole = new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      size += piece.length;
      if (size < pieceBytes) done();
      else done(null, drain());
    },
    flush: (done) => done(null, drain()),
  });
  text.on("error", (error) => whole.destroy(error));
  return text.pipe(whole);
}

/** How the site sends: the most connections at once, and the key that emails are signed with. */
interface TransportOptions {
  connections?: number;
  dkim?: DkimSettings | undefined;
}

/** What a signature covers. RFC 8058 requires both headers of one-click unsubscribe; the library leaves one out. */
const signedHeaders =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:" +
  "List-Unsubscribe:List-Unsubscribe-Post";

/** Connects to the email server: one pool, short timeouts, TLS if the server offers it. The URL may override this. */
export function openTransport(smtpUrl: string, { connections = 4, dkim }: TransportOptions = {}): Transporter {
  const settings = {
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: 1000,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: signedHeaders,
      },
    }),
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
    maxRequeues: 1,
  };
  const transport = nodemailer.createTransport(settings as never);
  transport.use("stream", (mail, done) => {
    const message = mail.message as unknown as Message;
    const create = message.createReadStream.bind(message);
    message.createReadStream = () => {
      const stream = joined(create());
      textOf.set((mail.data as unknown as { attempt: object }).attempt, stream);
      return stream;
    };
    done();
  });
  return transport;
}

/** Connects to the email server and signs in, without sending anything. @throws Error of the server or the network */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = openTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Says how to go on with an email that was not sent, or may have been. */
export class SendFailure extends Error {
  readonly verdict: "failed" | "queued" | "unknown";
  /** The server is down, busy or refuses the connection: every other email would fail now too. */
  readonly isServerDown: boolean;
  /** Whom the server blames, if it refused the email for good. */
  readonly refusal: ReturnType<typeof readRefusal> | undefined;
  constructor(verdict: SendFailure["verdict"], cause: unknown) {
    super(String(cause), { cause });
    const error = cause as SmtpError;
    this.verdict = verdict;
    this.isServerDown = verdict === "queued" && !isAboutEmail(error);
    this.refusal = isRefusal(error) ? readRefusal(error) : undefined;
  }

  /** The refusal, if it's about the site and not about this one email. */
  get siteRefusal() {
    return this.refusal?.fault === "site" ? this.refusal : undefined;
  }
}

/** Hands an email to the server. @returns what it answered @throws SendFailure */
export async function sendMail(transport: Transporter, mail: SendMailOptions): Promise<string> {
  const attempt = {};
  try {
    const options = { ...mail, attempt, signal: AbortSignal.timeout(sendSeconds * 1000) };
    return ((await transport.sendMail(options)) as { response?: string }).response ?? "";
  } catch (error) {
    const cause = error as SmtpError;
    throw new SendFailure(classifyFailure(cause, textOf.get(attempt)?.readableDidRead === true), cause);
  }
}

interface SmtpError {
  code?: string;
  /** What the server answered: "RCPT TO". */
  command?: string;
  responseCode?: number;
  /** What the server said, with its enhanced status code. */
  response?: string;
}

const isAboutEmail = ({ code, responseCode }: SmtpError) =>
  responseCode !== undefined && (code === "EENVELOPE" || code === "EMESSAGE");

const isRefusal = (error: SmtpError): error is SmtpError & { response: string } =>
  isAboutEmail(error) && error.responseCode! >= 500 && error.response !== undefined;

/**
 * What a failed attempt means: `failed` for good (the server refused this email, 5xx), `queued` again (4xx, no
 * connection, a wrong password, a full mailbox, a refusal that is about the site), or `unknown` when the connection broke
 * or went silent after the text was handed over.
 */
export function classifyFailure(error: SmtpError, handedOver: boolean): SendFailure["verdict"] {
  if (error.responseCode === undefined) return handedOver ? "unknown" : "queued";
  if (!isRefusal(error)) return "queued";
  const { fault } = readRefusal(error);
  return fault === "mailbox" || fault === "recipient" ? "failed" : "queued";
}
