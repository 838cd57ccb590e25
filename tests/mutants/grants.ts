import { part } from "./mutant.ts";

const modules = "src/server/modules";
const platform = "src/server/platform/http/scope.ts";

export const grants = part({
  name: "grants",
  tests: ["tests/grants/"],
  mutants: [
    {
      id: "box-office-lists-all-tickets",
      file: `${modules}/admin/attendees/store.ts`,
      today: "eventIds: (ids) => sql`t.event_id = any(${ids}::bigint[])`,",
      fault: "eventIds: () => sql`true`,",
      harm: "Whoever sells at one event reads the names and emails of the guests of every other one.",
    },
    {
      id: "order-across-events-is-of-each",
      file: `${modules}/orders/scope-store.ts`,
      today: "where k.order_id = ${o}.id and k.event_id <> all(${eventIds}::bigint[]))",
      fault: "where false)",
      harm: "The box office of one event reads what someone paid for another organizer's night.",
    },
    {
      id: "order-with-moved-ticket-stays",
      file: `${modules}/orders/scope-store.ts`,
      today: "where t.order_id = ${o}.id and t.event_id <> all(${eventIds}::bigint[])))`;",
      fault: "where false))`;",
      harm: "The box office of one event sees a ticket for another one in its order.",
    },
    {
      id: "any-ticket-is-in-scope",
      file: `${modules}/tickets/scope-store.ts`,
      today: " and event_id = any(${eventIds}::bigint[])",
      fault: "",
      harm: "The box office of one event renames tickets of another one, and lets people in with them.",
    },
    {
      id: "hosts-see-comps-of-other-hosts",
      file: `${modules}/comps/scope-store.ts`,
      today: "(c.host_id = any(${hostIds}::bigint[]) or exists",
      fault: "(c.host_id is not null or exists",
      harm: "A DJ with a budget of ten reads and revokes the guest list of the headliner.",
    },
    {
      id: "hosts-take-other-budgets",
      file: `${modules}/comps/scope-store.ts`,
      today: "and h.id = any(${hostIds}::bigint[])",
      fault: "",
      harm: "A host gives away another host's free tickets.",
    },
    {
      id: "door-lists-all-events",
      file: `${modules}/events/store.ts`,
      today: "eventIds === undefined ? sql`true` : sql`e.id = any(${eventIds}::bigint[])`",
      fault: "eventIds === undefined ? sql`true` : sql`e.id is not null`",
      harm: "Someone hired for one door reads how every other event sells.",
    },
    {
      id: "foreign-ticket-names-its-holder",
      file: `${modules}/door/rules.ts`,
      today: "eventIds?.includes(rightEvent.id) === false ? rest : result;",
      fault: "eventIds === undefined ? rest : result;",
      harm: "Someone hired for one door learns who goes to another event.",
    },
    {
      id: "revoked-grants-count",
      file: `${modules}/grants/store.ts`,
      today: "(g.revoked_at is null and (g.ends_at is null or g.ends_at > clock_now()))",
      fault: "(g.ends_at is null or g.ends_at > clock_now())",
      harm: "Whoever was let go in the afternoon opens the door at night.",
    },
    {
      id: "ended-grants-count",
      file: `${modules}/grants/store.ts`,
      today: "(g.revoked_at is null and (g.ends_at is null or g.ends_at > clock_now()))",
      fault: "(g.revoked_at is null)",
      harm: "Help for one weekend keeps reading orders for years.",
    },
    {
      id: "one-event-opens-the-site",
      file: platform,
      today: 'if (scope === "site" || fitting.length === 0) return undefined;',
      fault: "if (fitting.length === 0) return undefined;",
      harm: "The accountant of one event reads the earnings of all.",
    },
    {
      id: "grants-need-no-second-factor",
      file: platform,
      today: 'if (!rights.mayAct) throw new AppError("second_factor_missing");',
      fault: "",
      harm: "A stolen password opens the box office of a site that requires two-factor authentication.",
    },
    {
      id: "marketing-reads-revenue",
      file: `${modules}/campaigns/routes.ts`,
      today: 'const revenue = hasRole(principal, "admin") ? results.revenue : [];',
      fault: "const { revenue } = results;",
      harm: "An agency that sends the newsletter reads what the brand earns.",
    },
  ],
});
