import nodemailer, { type Transporter } from "nodemailer";

/** Opens the way to the mail server: one pool, short time-outs, TLS by the server's offer. */
export function openTransport(smtpUrl: string): Transporter {
  return nodemailer.createTransport(smtpUrl, {
    pool: true,
    maxConnections: 4,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
  } as never);
}

interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
  message?: string;
}

/**
 * What a failed sending means: `failed` for good (5xx), `queued` again (4xx, no connection), or `unknown` when the
 * connection broke after the message was handed over.
 */
export function judgeFailure(error: SmtpError): "failed" | "queued" | "unknown" {
  if (error.responseCode !== undefined) return error.responseCode >= 500 ? "failed" : "queued";
  const afterData = error.command === "DATA" || /DATA/i.test(error.command ?? "");
  return afterData && (error.code === "ETIMEDOUT" || error.code === "ECONNECTION" || error.code === "ESOCKET")
    ? "unknown"
    : "queued";
}
