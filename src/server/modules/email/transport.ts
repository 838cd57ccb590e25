import type { Readable } from "node:stream";
import nodemailer, { type SendMailOptions, type Transporter } from "nodemailer";

/** Longest that one attempt may take in all; shorter than the lease of the claim. */
const sendSeconds = 40;

/** Options of nodemailer that its types do not separate from those of an email. */
interface Message {
  createReadStream(): Readable;
}

/** The stream with the text of an email that is being sent: it is read once the server asks for the text. */
const textOf = new WeakMap<object, Readable>();

/** Connects to the email server: one pool, short timeouts, TLS if the server offers it. The URL may override this. */
export function openTransport(smtpUrl: string): Transporter {
  const settings = {
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
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
      const stream = create();
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
  constructor(verdict: SendFailure["verdict"], cause: unknown) {
    super(String(cause), { cause });
    this.verdict = verdict;
  }
}

/** Hands an email to the server. @throws SendFailure */
export async function sendMail(transport: Transporter, mail: SendMailOptions): Promise<void> {
  const attempt = {};
  try {
    const options = { ...mail, attempt, signal: AbortSignal.timeout(sendSeconds * 1000) };
    await transport.sendMail(options);
  } catch (error) {
    throw new SendFailure(judgeFailure(error as SmtpError, textOf.get(attempt)?.readableDidRead === true), error);
  }
}

interface SmtpError {
  code?: string;
  responseCode?: number;
}

/**
 * What a failed attempt means: `failed` for good (the server refused this email, 5xx), `queued` again (4xx, no
 * connection, a wrong password), or `unknown` when the connection broke or went silent after the text was handed over.
 */
export function judgeFailure(error: SmtpError, handedOver: boolean): SendFailure["verdict"] {
  if (error.responseCode === undefined) return handedOver ? "unknown" : "queued";
  const refused = error.code === "EENVELOPE" || error.code === "EMESSAGE";
  return refused && error.responseCode >= 500 ? "failed" : "queued";
}
