import { useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { meetFields, type MetField } from "./meet-fields.ts";

/**
 * A form's beginning and its version, and how it goes on when somebody else saved the same meanwhile.
 *
 * @param opened how the form stood when it was opened
 * @param version which version that was
 */
export function useMeeting<Form extends object>(opened: Form, version: number) {
  const [origin, setOrigin] = useState({ start: opened, version });
  const [met, setMet] = useState<MetField<keyof Form & string>[]>();
  return {
    ...origin,
    met,
    isMet: (error: unknown) => error instanceof CallError && error.answer.code === "edited_meanwhile",
    /** @returns what the form holds from now on: theirs, with what was changed here */
    meet(mine: Form, theirs: Form, theirVersion: number): Form {
      const meeting = meetFields(origin.start, mine, theirs);
      setOrigin({ start: theirs, version: theirVersion });
      setMet(meeting.met);
      return meeting.form;
    },
  };
}
