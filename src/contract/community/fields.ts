import * as z from "zod/mini";

// Fields that the web checks before it sends them: zod/mini, because all of zod takes ten kilobytes more.

/** The most of everything that a post has. */
export const postLimits = { text: 5000, comment: 2000, images: 10, imagesOfNew: 3, mentions: 20 } as const;

/** Text of several lines, in Markdown: no control characters except line breaks and tabs. */
const textChecks = (min: number, max: number) => [
  z.trim(),
  z.minLength(min, "Write something first"),
  z.maxLength(max, `Use at most ${max.toLocaleString("en-US")} characters`),
  z.regex(
    /^(?:[^\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\t\r\n])*$/u,
    "Remove any hidden control characters",
  ),
  z.regex(/^(?:$|[^]*[^\s\p{Cf}\p{Mn}])/u, "Write something first"),
];

/** The text of a post; it may be empty if the post has images. */
export const PostText = z.string().check(...textChecks(0, postLimits.text));

/** What a comment says, in Markdown. Unlike a post, it can't be empty. */
export const CommentText = z.string().check(...textChecks(1, postLimits.comment));

/** What someone adds to a report. */
export const ReportNote = z.string().check(...textChecks(0, 500));
