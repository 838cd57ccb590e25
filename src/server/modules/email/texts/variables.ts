import type { TextVariable } from "#contract/email/texts.ts";

/**
 * The variables that texts of several modules have; a module declares others with its text. What people enter themselves
 * can't be in a subject.
 */
export const variables = {
  name: {
    meaning: "The reader's name. Not everyone has one, so say what else to write: {{name|friend}}",
    example: "Ada",
    isForSubject: false,
  },
  headline: {
    meaning: "What happened, in a few words",
    example: "Your 2 tickets for Velvet Riddim",
    isForSubject: true,
  },
  things: { meaning: "“tickets”, or “order” if it's about something else", example: "tickets", isForSubject: true },
  action: { meaning: "What the button does, by what happened", example: "Track your parcel", isForSubject: false },
  event: { meaning: "The event's title", example: "Velvet Riddim", isForSubject: true },
  date: { meaning: "When it starts", example: "Saturday, November 28, 2026 at 10:00 PM EST", isForSubject: true },
  venue: { meaning: "Where it is", example: "The Mourning Dove Room", isForSubject: true },
  city: { meaning: "The city", example: "Miami", isForSubject: true },
  order: { meaning: "The order's number", example: "SG-7K2M9Q", isForSubject: true },
  amount: { meaning: "How much money", example: "$50.00", isForSubject: true },
} satisfies Record<string, Omit<TextVariable, "name">>;

export type VariableName = keyof typeof variables;
