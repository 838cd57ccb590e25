import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Reason } from "./form-fields.ts";

const Words = z.array(z.string().trim().min(2).max(40)).max(500);
const reply = z.object({ words: z.array(z.string()) });

/** As they are compared, so they can differ from what staff typed. */
export const listBannedWords = endpoint(
  "GET /api/banned-words",
  "Words that chat refuses, and that hold a post of the community for review",
  { access: "moderator", reply },
);

/** Replaces the whole list, each word once. The activity log records how many there are, not which. */
export const setBannedWords = endpoint("PUT /api/banned-words", "Set the site's banned words", {
  access: "moderator",
  body: z.strictObject({ words: Words, reason: Reason }),
  reply,
});
