import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { failureText, showSuccess, showFailure, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { TextareaField, SelectField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const rules = adminQuery("GET /api/community/rules");
const bannedWords = adminQuery("GET /api/banned-words");

/** The rules that staff set: how many first posts are held, and the banned words. */
export function RulesView() {
  return (
    <div className="grid max-w-2xl gap-5">
      <HeldPosts />
      <BannedWords />
    </div>
  );
}

const choices = [0, 1, 2, 3, 5, 10, 20];
const heldText = (count: number) =>
  count === 0 ? "Publish them right away" : count === 1 ? "Hold their first post" : `Hold their first ${count} posts`;

function HeldPosts() {
  const { isAdmin } = useUser();
  const query = useQuery(rules);
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  async function change(heldPosts: number) {
    try {
      await write("PUT /api/community/rules", { body: { heldPosts, reason: heldText(heldPosts) } });
      showSuccess("Saved", `${heldText(heldPosts)}.`);
    } catch (error) {
      showFailure("The rules weren't changed", error);
    }
    await queryClient.invalidateQueries({ queryKey: rules.queryKey });
  }
  return (
    <Panel title="New members" text="Until a moderator approved their first posts, members can't post links.">
      <Loaded query={query} label="The rules" className="h-16">
        {({ heldPosts }) =>
          isAdmin ? (
            <SelectField
              label="Posts of new members"
              value={heldPosts}
              onChange={(e) => void change(Number(e.target.value))}
              options={[...new Set([...choices, heldPosts])]
                .toSorted((a, b) => a - b)
                .map((count) => [count, heldText(count)])}
            />
          ) : (
            <p>
              {heldText(heldPosts)}. <span className="text-muted">Admins can change this.</span>
            </p>
          )
        }
      </Loaded>
    </Panel>
  );
}

/** Words are one a line. Chat refuses messages with them, and the community holds posts with them. */
function BannedWords() {
  const query = useQuery(bannedWords);
  return (
    <Panel
      title="Banned words"
      text="One a line. Chat refuses messages with them, and the community holds posts with them. Plurals and spelling tricks count; longer words don't: “ass” doesn't stop “class”."
    >
      <Loaded query={query} label="The words" className="h-32">
        {({ words }) => <WordsForm key={words.join()} words={words} />}
      </Loaded>
    </Panel>
  );
}

function WordsForm({ words }: { words: string[] }) {
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  const form = useZodForm<{ text: string }>({
    defaults: { text: words.join("\n") },
    failureText,
    submit: async ({ text }) => {
      const next = text
        .split("\n")
        .map((word) => word.trim())
        .filter(Boolean);
      await write("PUT /api/banned-words", { body: { words: next, reason: "Edited the banned words" } });
      await queryClient.invalidateQueries({ queryKey: bannedWords.queryKey });
      showSuccess("Banned words saved");
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextareaField label="Words" {...form.field("text")} rows={4} spellCheck={false} />
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <div>
        <Button type="submit" variant="outline" size="sm" loading={form.isBusy} disabled={!form.isDirty}>
          Save
        </Button>
      </div>
    </form>
  );
}
