import type { EmailText, EmailTextSummary, TextKind, TextVariable } from "#contract/email/texts.ts";
import { variables as sharedVariables, type VariableName } from "./variables.ts";

const shared: Record<VariableName, Omit<TextVariable, "name">> = sharedVariables;

/** A text that staff can edit, as we ship it, and the variables that its email has a value for. */
export interface TextDefinition<Name extends string = string> {
  kind: TextKind;
  name: string;
  /** Who gets it, and when. */
  about: string;
  group: EmailTextSummary["group"];
  /** Staff see texts in its order. */
  place: number;
  text: EmailText;
  variables: readonly (TextVariable & { name: Name })[];
}

type Declared<Shared extends VariableName, Own extends string> = Omit<TextDefinition, "text" | "variables"> & {
  /** What we ship. */
  text: readonly [subject: string, intro: string, buttonLabel: string];
  /** Those that texts of several modules have. */
  variables?: readonly Shared[];
  /** Those that only the module has, after the shared ones. */
  ownVariables?: Record<Own, Omit<TextVariable, "name">>;
};

/** Declares a text of an email, with the variables that its email has a value for. */
export function defineText<const Shared extends VariableName = never, Own extends string = never>({
  text: [subject, intro, buttonLabel],
  variables = [],
  ownVariables,
  ...definition
}: Declared<Shared, Own>): TextDefinition<Shared | Own> {
  const own = Object.entries<Omit<TextVariable, "name">>(ownVariables ?? {});
  return {
    ...definition,
    text: { subject, intro, buttonLabel },
    variables: [
      ...variables.map((name) => ({ name, ...shared[name] })),
      ...own.map(([name, variable]) => ({ name: name as Own, ...variable })),
    ],
  };
}

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
