/** What a mail about a night says, before it is put into a frame. */
export interface Letter {
  subject: string;
  title: string;
  /** What happened, a paragraph each. */
  lines: string[];
  /** What the reader can do, a paragraph each. */
  after: string[];
}
