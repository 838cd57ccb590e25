import type { CurrentTexts } from "./texts/define-text.ts";

/** A file that goes with an email. It's made when the email is sent. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  read: () => Promise<Buffer | string>;
}

/** A finished email; `codes` are the tickets whose QR images it includes, one `cid` each. */
export interface Mail {
  subject: string;
  html: string;
  text: string;
  codes: { cid: string; code: string }[];
  /** What an email that it is merged into says of it, below its subject. */
  brief: Brief;
  /** What inboxes show after the subject. */
  preheader?: string;
  attachments?: MailAttachment[];
  /** Its own headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
  /** Nobody confirmed its address: the header doesn't name who gets it either. */
  isNameless?: boolean;
  /** The part that opens an account: it is sent with the email, and no stored copy has it. */
  secret?: string;
}

/** A link by its label. */
export interface MailLink {
  label: string;
  link: string;
}

/** An email in a few lines, with its links. */
interface Brief {
  lines: string[];
  links: MailLink[];
  /** The event that it is about. */
  event?: string;
}

/** What every email is written with: the site's address, how to contact the organizer, and the texts of staff. */
export interface MailKit {
  baseUrl: string;
  contactEmail: string | null;
  textOf: CurrentTexts;
}
