import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HolderLetter } from "#contract/event-changes.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { Choice } from "../choice.tsx";
import { useNight } from "../form/form-context.ts";
import type { HolderQuestion } from "../form/use-night-form.ts";
import { holderLetterQuery } from "../queries.ts";
import { plural } from "../words.ts";

/** Other times or another place of a night that people hold tickets for: asks what they hear before it is saved. */
export function HoldersDialog() {
  const { question } = useNight();
  return question ? <Asking question={question} /> : null;
}

function Asking({ question }: { question: HolderQuestion }) {
  const { night, answer, isSaving, dropQuestion } = useNight();
  const { data, error } = useQuery(holderLetterQuery(night.id, question.changes));
  const [tell, setTell] = useState<"mail" | "nobody">("mail");
  const [note, setNote] = useState("");
  const words = note.trim();
  const isReady = tell === "nobody" || data !== undefined;

  async function goOn() {
    const isSaved = await answer(tell === "nobody" ? { tell } : { tell, ...(words === "" ? {} : { note: words }) });
    if (isSaved && tell === "mail") {
      toast({ title: `Saved. ${data ? peopleAre(data) : "They are"} being told.`, tone: "good" });
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && dropQuestion()}
      title="People hold tickets"
      description={
        data
          ? `${plural(data.people, "person has", "people have")} ${plural(data.tickets, "ticket")} for the times and the place as they were.`
          : "They have tickets for the times and the place as they were."
      }
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void goOn();
        }}
      >
        <Choice
          legend="What do they hear?"
          value={tell}
          onChange={setTell}
          choices={[
            { value: "mail", label: "Tell them by mail", hint: "Each person once, right away" },
            { value: "nobody", label: "It is only a correction", hint: "No mail. The log keeps your choice" },
          ]}
        />
        {tell === "mail" && (
          <>
            {error && <Notice tone="bad" title={failureText(error)} />}
            {data ? <Letter letter={data} note={words} /> : !error && <Skeleton className="h-48" />}
            <Field label="A word from you" hint="Why it changed, for example. It may stay empty.">
              <Textarea
                rows={2}
                maxLength={600}
                value={note}
                onChange={(event) => setNote(event.target.value.replace(/\s*\n\s*/g, " "))}
              />
            </Field>
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={dropQuestion}>
            Not now
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isReady}>
            {tell === "nobody"
              ? "Save, tell nobody"
              : `Save and tell ${data ? plural(data.people, "person", "people") : "them"}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const peopleAre = ({ people }: HolderLetter) => plural(people, "person is", "people are");

/** The mail as its reader will have it. */
function Letter({ letter, note }: { letter: HolderLetter; note: string }) {
  const [last, ...others] = letter.lines.toReversed();
  return (
    <section aria-label="The mail" className="grid gap-2 rounded-sm border border-line bg-raised p-4 text-sm">
      <p className="text-muted">
        Subject: <span className="text-ink">{letter.subject}</span>
      </p>
      <p className="font-semibold">{letter.title}</p>
      {others.toReversed().map((line) => (
        <p key={line}>{line}</p>
      ))}
      {note !== "" && <p className="border-l-2 border-gold pl-3 wrap-anywhere">{note}</p>}
      <p>{last}</p>
    </section>
  );
}
