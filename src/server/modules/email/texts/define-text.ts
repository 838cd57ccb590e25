import type { EmailText, EmailTextSummary, TextKind } from "#contract/email/texts.ts";
import type { VariableName } from "./variables.ts";

/** A text that staff can edit, as we ship it, and the variables that its email has a value for. */
export interface TextDefinition<Name extends VariableName = VariableName> {
  kind: TextKind;
  name: string;
  /** Who gets it, and when. */
  about: string;
  group: EmailTextSummary["group"];
  /** Staff see texts in its order. */
  place: number;
  text: EmailText;
  variables: readonly Name[];
}

/** Declares a text of an email: `[subject, intro, buttonLabel]` is what we ship. */
export const defineText = <const Name extends VariableName>({
  text: [subject, intro, buttonLabel],
  ...definition
}: Omit<TextDefinition<Name>, "text"> & {
  text: readonly [subject: string, intro: string, buttonLabel: string];
}): TextDefinition<Name> => ({ ...definition, text: { subject, intro, buttonLabel } });

/** The current text of each email: what staff saved last, or what we ship. */
export type CurrentTexts = (
  text: TextDefinition,
) => EmailText & { version: number; savedAt: Date | null; isEdited: boolean };

/** The texts that we ship, as if staff had changed none. */
export const shippedTexts: CurrentTexts = ({ text }) => ({
  ...text,
  version: 1,
  savedAt: null,
  isEdited: false,
});
