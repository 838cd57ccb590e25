import { fireEvent, waitFor, within } from "@testing-library/react";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScene, type Scene } from "#tests/api/scene.ts";
import { type OpenApp, openApp } from "#tests/components/kit/open-app.tsx";
import { tableLimits } from "#server/platform/tables/table.ts";
import { readWorkbook } from "#server/platform/tables/workbook/read-workbook.ts";
import { adminPages } from "#web/pages/admin/admin-pages.tsx";

// Every list of staff has its total, its filters in the URL, and its files: all columns of the screen, and the ids.

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());

/** Columns of files that show a screen's column under other headers, by the list and its header. */
const otherNames: Record<string, Record<string, string[]>> = {
  "/api/admin/audit": { Action: ["Action", "Before", "After"], About: ["Target", "Target name"], When: ["Time"] },
  "/api/admin/box-office/events": { Date: ["Date", "Time zone"] },
  "/api/admin/campaigns/{id}/recipients": { To: ["Name", "Email"], Email: ["Email ID"] },
  "/api/admin/customers": { Bought: ["Orders", "Events"] },
  "/api/admin/emails": { To: ["To", "Email"], Message: ["Subject", "Type"] },
  "/api/admin/errors": { Error: ["Error", "Route"] },
  "/api/admin/events": { Date: ["Starts", "Time zone"], Status: ["Visibility", "Status"] },
  "/api/admin/money/discrepancies": { "What happened": ["Type", "Buyer"] },
  "/api/admin/money/reconciliation-runs": { Run: ["Started", "Started by", "Day"] },
  "/api/admin/money/webhook-events": { Webhook: ["Reference", "Webhook ID"] },
  "/api/admin/promo-codes": { For: ["Event"], Uses: ["Redemptions", "On hold", "Limit"] },
  "/api/admin/promoters": { Promoter: ["Name", "Type", "Link"], For: ["Event"] },
  "/api/admin/suppressions": { Why: ["Cause", "Detail"], Since: ["Added"] },
  "/api/admin/tickets": {
    Attendee: ["Holder", "Email"],
    Ticket: ["Ticket type", "Ticket"],
    "Checked in": ["Checked in at"],
  },
};

const hub = (tab: string) => `/admin?section=events&id=${scene.eventId}&tab=${tab}`;
const ofPerson = (tab: string) => `/user-management?id=${scene.people.guest.id}&tab=${tab}`;
/** Where lists are, besides the admin pages themselves and the tabs on them. */
const inside = () => [
  "/ticket-management?tab=orders",
  ...["orders", "attendees", "comps", "codes", "promoters", "messages", "door"].map(hub),
  ...["orders", "tickets"].map(ofPerson),
  `/admin?section=customers&id=${scene.orders.paid.id}`,
  `/email-management?section=campaigns&id=${scene.campaigns.sent}`,
];

const lists = () => [...document.querySelectorAll<HTMLElement>("main section[aria-label]:has(table)")];
const linkOf = (list: HTMLElement, name: string) => within(list).getByRole("link", { name }).getAttribute("href")!;
const pathOf = (href: string) => href.replace(/\.(csv|xlsx).*/, "").replace(/\/\d+\//, "/{id}/");

/** Opens a place from a page without lists, so that none of another place is still there. */
async function visit(app: OpenApp, place: string): Promise<void> {
  await app.go("/password-reset");
  await app.go(place);
  await settle(app);
}

async function settle({ queryClient }: OpenApp): Promise<void> {
  await waitFor(() => {
    expect(document.querySelector("main :is([aria-busy=true], .animate-breathe, .animate-turn)")).toBeNull();
    expect(document.querySelectorAll("main h1")).toHaveLength(1);
    expect(queryClient.isFetching()).toBe(0);
  });
}

/** The ids in a row that the API returns: its own, and those of what it names. */
const idsIn = (row: object): string[] =>
  Object.entries(row).flatMap(([name, value]): string[] => {
    if (name === "picture" || name === "lines" || value === null) return [];
    if (typeof value === "object") return Array.isArray(value) ? [] : idsIn(value as object);
    return /^id$|Id$/.test(name) ? [String(value)] : [];
  });

/** The rows of a list as the page read them, by the address that its CSV file has. */
function rowsOf({ queryClient }: OpenApp, href: string): object[] {
  const [path, query = ""] = href.split("?");
  const listPath = (path!.replace(/\.csv$/, "") + (query && `?${query}`))
    .replace("ledger-entries", "ledger")
    .replace("product-list", "products");
  return queryClient.getQueryData<{ items: object[] }>([listPath])?.items ?? [];
}

async function checkList(app: OpenApp, list: HTMLElement, at: string): Promise<string> {
  const { admin } = scene.people;
  const csv = linkOf(list, "CSV");
  const path = pathOf(csv);
  const name = `${path} at ${at}`;
  const [csvReply, excelReply] = [
    await admin.get(csv),
    await scene.site.app.server.inject({
      url: linkOf(list, "Excel"),
      headers: { authorization: `Bearer ${admin.token}` },
    }),
  ];
  expect.soft([name, csvReply.status, excelReply.statusCode]).toEqual([name, 200, 200]);
  const [header = [], ...rows] = parse(csvReply.text, { bom: true });
  const workbook = readWorkbook(excelReply.rawPayload, tableLimits);
  expect.soft([name, workbook.rows[0]?.cells]).toEqual([name, header]);

  // The total is that of the file.
  const total = /of ([\d,]+)$/.exec(within(list).queryByText(/^\d+–\d+ of [\d,]+$/)?.textContent ?? "of 0")![1];
  expect.soft([name, Number(total!.replace(",", ""))]).toEqual([name, rows.length]);

  // Each column of the screen is in it.
  for (const cell of list.querySelectorAll("thead th")) {
    const column = cell.textContent;
    if (["", "Actions", "Selected", "Select all on this page"].includes(column)) continue;
    const missing = (otherNames[path]?.[column] ?? [column]).filter((each) => !header.includes(each));
    expect.soft([name, column, missing]).toEqual([name, column, []]);
  }
  // So is each id that the list knows.
  for (const row of rowsOf(app, csv)) {
    const missing = idsIn(row).filter(
      (id) => !rows.some((cells) => cells.some((cell) => cell.split("; ").includes(id))),
    );
    expect.soft([name, missing]).toEqual([name, []]);
  }
  return path;
}

/** The files of lists that are short enough to be shown whole, and as something else than a table. */
async function checkShortLists(at: string): Promise<string[]> {
  const paths: string[] = [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href*=".xlsx"]')) {
    if (link.closest("section[aria-label]:has(table)")) continue;
    const excel = link.getAttribute("href")!;
    const [csvReply, excelReply] = await Promise.all(
      [excel.replace(".xlsx", ".csv"), excel].map((url) =>
        scene.site.app.server.inject({ url, headers: { authorization: `Bearer ${scene.people.admin.token}` } }),
      ),
    );
    const [header = [], ...rows] = parse(csvReply!.payload, { bom: true });
    const { rows: sheet } = readWorkbook(excelReply!.rawPayload, tableLimits);
    expect.soft([at, excel, sheet[0]?.cells, sheet.length]).toEqual([at, excel, header, rows.length + 1]);
    expect.soft([at, excel, header.includes("ID"), rows.length > 0]).toEqual([at, excel, true, true]);
    paths.push(pathOf(excel));
  }
  return paths;
}

/** Sets each filter in turn: the URL and both files follow it. */
async function checkFilters(app: OpenApp, label: string, at: string): Promise<void> {
  const list = () => lists().find((each) => each.getAttribute("aria-label") === label)!;
  const count = list().querySelectorAll("select").length;
  for (let index = 0; index < count; index++) {
    const select = () => list().querySelectorAll("select")[index]!;
    const name = select().getAttribute("aria-label");
    const value = [...select().options].findLast((option) => option.value !== select().value)?.value;
    if (value === undefined) continue;
    fireEvent.change(select(), { target: { value } });
    const asked = (href: string) => [...new URLSearchParams(href.split("?")[1]).values()].includes(value);
    await waitFor(() => {
      expect([at, name, asked(location.search)]).toEqual([at, name, true]);
      for (const file of ["CSV", "Excel"])
        expect([at, name, file, asked(linkOf(list(), file))]).toEqual([at, name, file, true]);
    });
  }
  const search = list().querySelector<HTMLInputElement>("input[type=search]");
  if (!search) return;
  fireEvent.change(search, { target: { value: "zanzibar" } });
  await waitFor(() => expect([at, location.search]).toEqual([at, expect.stringContaining("q=zanzibar")]));
  await waitFor(() => expect([at, linkOf(list(), "CSV")]).toEqual([at, expect.stringContaining("q=zanzibar")]));
}

test(
  "every list has its total, its filters in the URL, and both files with all columns and ids",
  { timeout: 600_000 },
  async () => {
    const app = await openApp(scene.site, "/admin", { as: scene.people.admin });
    const checked = new Set<string>();
    const places = [...adminPages.flatMap((group) => group.pages).map(({ to }) => to), ...inside()];
    for (let place = places.shift(); place !== undefined; place = places.shift()) {
      if (place === "/ticket-scanner") continue;
      await visit(app, place);
      const tabs = [...document.querySelectorAll("main [data-tabs] a")].map((link) => link.getAttribute("href")!);
      if (!inside().includes(place)) {
        for (const to of tabs) if (!places.includes(to) && !checked.has(to)) places.push(to);
        for (const to of [place, ...tabs]) checked.add(to);
      }
      for (const path of await checkShortLists(place)) checked.add(path);
      for (const label of lists().map((list) => list.getAttribute("aria-label")!)) {
        const list = lists().find((each) => each.getAttribute("aria-label") === label)!;
        // Tables that summarize aren't lists: they have no pages.
        if (!list.querySelector("caption")) continue;
        checked.add(await checkList(app, list, place));
        await checkFilters(app, label, place);
        await app.go(place);
        await settle(app);
      }
    }
    // Every list of which the API has files for staff is on one of these screens.
    const files = scene.site.app.endpoints.filter(({ path }) => /^\/api\/admin\/.*\.xlsx$/.test(path));
    expect(files.map(({ path }) => path.replace(".xlsx", "")).filter((path) => !checked.has(path))).toEqual([]);
  },
);
