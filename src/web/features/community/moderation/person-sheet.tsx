import { useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { ModerationAction, PersonAction, PersonRecord } from "#contract/community/safety.ts";
import { Reason } from "#contract/form-fields.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Details } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { RestrictionList } from "#web/features/restrictions/restriction-list.tsx";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Drawer } from "#web/ui/drawer.tsx";
import { Radio } from "#web/ui/checkbox.tsx";
import { Select, Options } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureReason } from "../say-failed.ts";
import { refreshCommunity } from "../queries.ts";
import { ReasonField, usualReasons } from "./reasoned-dialog.tsx";
import { showSuccess } from "./undo.ts";
import { clearPeople } from "./clearing.ts";
import { ActionLine } from "./action-line.tsx";

type PersonSheetProps = { id: number; onClose: () => void; onDone?: ((action: ModerationAction) => void) | undefined };

/** Everything that a moderator can do to a member, on one sheet, with what happened before. */
export function PersonSheet({ id, onClose, onDone }: PersonSheetProps) {
  const query = useQuery({ ...apiQuery("GET /api/community/people/{id}/record", { params: { id } }), staleTime: 0 });
  const { data } = query;
  return (
    <Drawer title={data ? `Moderate ${data.person.name}` : "Moderate"} onClose={onClose}>
      <Loaded query={query} label="This member" className="h-80">
        {(record) => (
          <div className="grid gap-6">
            <Status record={record} />
            {record.canAct ? (
              <ActionForm record={record} onClose={onClose} onDone={onDone} />
            ) : (
              <Callout title="You can't act on this account">It belongs to staff.</Callout>
            )}
            <RestrictionList personId={id} />
            <Past actions={record.actions} />
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

const trustLabels = { new: "New", trusted: "Trusted", muted: "Muted" };

const Status = ({ record }: { record: PersonRecord }) => (
  <Details
    of={{
      Handle: `@${record.person.handle}`,
      Joined: <Moment at={record.joinedAt} />,
      Trust: trustLabels[record.trust],
      "Muted until":
        record.trust === "muted" && (record.mutedUntil ? <Moment at={record.mutedUntil} /> : "Permanently (suspended)"),
      Posts: record.postCount,
      Comments: record.commentCount,
      Hidden: record.hiddenCount,
      Reports: record.reportCount,
    }}
  />
);

function Past({ actions }: { actions: ModerationAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="past-actions" className="grid gap-2">
      <h3 id="past-actions" className="eyebrow text-muted">
        Before
      </h3>
      <ul className="divide-y divide-line">
        {actions.map((action) => (
          <ActionLine key={action.id} action={action} />
        ))}
      </ul>
    </section>
  );
}

const day = 86_400;
const durations = [
  [day, "1 day"],
  [3 * day, "3 days"],
  [7 * day, "1 week"],
  [30 * day, "30 days"],
] as const;

type Kind = PersonAction["kind"] | "clear";

const kinds: Record<Kind, { label: string; text: string; done: (name: string) => string }> = {
  warn: { label: "Warn", text: "They get a notification with your reason.", done: (name) => `${name} was warned` },
  mute: { label: "Mute", text: "They can read, but not post or react.", done: (name) => `${name} is muted` },
  unmute: { label: "Unmute", text: "They can post again right away.", done: (name) => `${name} can post again` },
  suspend: {
    label: "Suspend from the community",
    text: "A mute that doesn't end. Their account and tickets stay.",
    done: (name) => `${name} is suspended from the community`,
  },
  remove_all: {
    label: "Hide everything they wrote",
    text: "All posts, comments and photos. Each is in the activity log.",
    done: (name) => `Everything from ${name} is hidden`,
  },
  clear: {
    label: "Suspend and hide everything",
    text: "Both at once, here and in every chat.",
    done: (name) => `${name} is suspended, and what they wrote is hidden`,
  },
};

const act = async (id: number, body: PersonAction): Promise<ModerationAction> =>
  (await callApi("POST /api/community/people/{id}/actions", { params: { id }, body, key: newUuid() })).action;

const actionForm = z.looseObject({ reason: Reason });

function ActionForm({ record, onClose, onDone }: { record: PersonRecord } & Omit<PersonSheetProps, "id">) {
  const queryClient = useQueryClient();
  const { person, trust } = record;
  const form = useZodForm<{ kind: Kind; seconds: string; reason: string }>({
    schema: actionForm as never,
    defaults: { kind: "warn", seconds: String(day), reason: usualReasons[0] },
    failureText: failureReason,
    submit: async ({ kind, seconds, reason }) => {
      const action =
        kind === "clear"
          ? await clearPeople({ personIds: [person.id], reason, key: newUuid() })
          : await act(person.id, kind === "mute" ? { kind, reason, seconds: Number(seconds) } : { kind, reason });
      onClose();
      onDone?.(action);
      showSuccess(queryClient, kinds[kind].done(person.name), action);
      await refreshCommunity(queryClient);
    },
  });
  const { kind } = form.values;
  const open = (Object.keys(kinds) as Kind[]).filter((each) =>
    trust === "muted" ? each !== "mute" : each !== "unmute",
  );
  return (
    <form {...form.props} className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="sr-only">What to do</legend>
        {open.map((each) => (
          <label
            key={each}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-sm border border-line px-3 py-2 has-checked:border-gold has-checked:bg-gold/8"
          >
            <Radio
              name="kind"
              value={each}
              checked={kind === each}
              onChange={() => form.bind("kind").onChange(each)}
              aria-label={kinds[each].label}
              aria-describedby={`about-${each}`}
            />
            <span className="font-semibold">{kinds[each].label}</span>
            <span id={`about-${each}`} className="col-start-2 text-sm text-muted">
              {kinds[each].text}
            </span>
          </label>
        ))}
      </fieldset>
      {kind === "mute" && (
        <Select aria-label="For how long" {...form.field("seconds").input}>
          <Options of={durations} />
        </Select>
      )}
      <ReasonField form={form} />
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <Button type="submit" variant={kind === "unmute" ? "gold" : "danger"} loading={form.isBusy}>
        {kinds[kind].label}
      </Button>
    </form>
  );
}
