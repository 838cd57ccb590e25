/** The text of an email about an event, before it is put into a frame. */
export interface MailTemplate {
  subject: string;
  title: string;
  /** What happened, one paragraph each. */
  lines: string[];
  /** What the reader can do, one paragraph each. */
  after: string[];
}
