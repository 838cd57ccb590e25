import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CompHostDraft, type CompHost } from "#contract/comps/hosts.ts";
import { failureText, showSuccess, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { formatShare } from "#web/admin-kit/figures.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ExportLinks } from "#web/admin-kit/table/table-toolbar.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Failure, ReadFailure } from "#web/admin-kit/read-failure.tsx";
import { Button } from "#web/ui/button.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { compHostsQuery } from "./comp-source-fields.tsx";

/** An event's hosts: each one's budget, what they gave, and their show rate. */
export function HostPanel({ eventId }: { eventId: number }) {
  const hosts = useQuery(compHostsQuery(eventId));
  const [edited, setEdited] = useState<CompHost>();
  return (
    <Panel
      title="Hosts"
      text="Who gives free tickets, how many they can give, and how many of their guests show up."
      compact
      actions={
        hosts.data?.items.length ? <ExportLinks file="GET /api/admin/comp-hosts.csv" query={{ eventId }} /> : undefined
      }
    >
      {!hosts.data && <ReadFailure label="Hosts" query={hosts} />}
      {hosts.data && hosts.data.items.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full text-left text-sm">
            <caption className="sr-only">Hosts</caption>
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="py-2 pr-4">
                  Host
                </th>
                <th scope="col" className="py-2 pr-4 text-right">
                  Given of budget
                </th>
                <th scope="col" className="py-2 pr-4 text-right">
                  Checked in
                </th>
                <th scope="col" className="py-2 pr-4 text-right">
                  Show rate
                </th>
                <th scope="col">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {hosts.data.items.map((host) => (
                <tr key={host.id} className="border-b border-line tabular-nums">
                  <th scope="row" className="py-2 pr-4 font-semibold wrap-anywhere">
                    {host.name}
                  </th>
                  <td className="py-2 pr-4 text-right">{`${host.usedCount} of ${host.budget}`}</td>
                  <td className="py-2 pr-4 text-right">{`${host.admittedCount} of ${host.ticketCount}`}</td>
                  <td className="py-2 pr-4 text-right">
                    {host.ticketCount === 0 ? "–" : formatShare(host.admittedCount, host.ticketCount)}
                  </td>
                  <td className="py-1 text-right">
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Edit ${host.name}`}
                      onClick={() => setEdited(host)}
                    >
                      Edit
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <HostForm key={edited?.id ?? "new"} eventId={eventId} host={edited} onDone={() => setEdited(undefined)} />
    </Panel>
  );
}

type HostFormProps = { eventId: number; host: CompHost | undefined; onDone: () => void };

function HostForm({ eventId, host, onDone }: HostFormProps) {
  const write = useAdminWrite();
  const form = useZodForm({
    schema: CompHostDraft,
    bodyOf: ({ name, budget }) => ({ eventId, name, budget: budget === "" ? undefined : Number(budget) }),
    defaults: { name: host?.name ?? "", budget: host ? String(host.budget) : "" },
    messages: { name: "Enter the host's name", budget: "Enter a number of tickets" },
    failureText,
    submit: async (body) => {
      const { name, budget } = body;
      if (host) await write("PATCH /api/admin/comp-hosts/{id}", { params: { id: host.id }, body: { name, budget } });
      else await write("POST /api/admin/comp-hosts", { body });
      showSuccess(host ? "Host saved" : "Host added", name);
    },
    onSent: () => {
      form.reset();
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <Failure text={form.failure} />
      <div className="grid items-start gap-4 sm:grid-cols-[1fr_8rem_auto]">
        <TextField label="Host" required {...form.field("name")} autoComplete="off" maxLength={120} />
        <TextField label="Budget" required {...form.field("budget")} type="number" min={0} inputMode="numeric" />
        <div className="flex gap-2 sm:mt-7">
          <Button type="submit" variant="outline" loading={form.isBusy}>
            {host ? "Save host" : "Add host"}
          </Button>
          {host && (
            <Button variant="outline" onClick={onDone}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
