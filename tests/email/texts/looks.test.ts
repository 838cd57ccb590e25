import { expect, test } from "vitest";
import { TextKind } from "#contract/email/texts.ts";
import { campaignMail } from "#server/modules/campaigns/campaign-mail.ts";
import { findProblems } from "#server/modules/email/texts/problems.ts";
import { exampleEvent, plainExample } from "#server/modules/email/texts/example.ts";
import { fillIn } from "#contract/email/variables.ts";
import { campaign, edgeMails, emails, kit, reader, usedText, writeExample } from "#testing/edge-emails.ts";

const mails = edgeMails(TextKind.options);
const hostile = `<img src=x onerror=alert(1)>"'&{{event}}\r\nBcc: all@evil.example`;

test("every email with difficult data is small, has its text in plain, and pictures from the site only", () => {
  expect(mails.length).toBeGreaterThan(24 * 6);
  for (const [name, { html, text, subject, preheader }] of mails) {
    const problems = [
      Buffer.byteLength(html) >= 100_000 && `${Buffer.byteLength(html)} bytes`,
      text.trim().length < 40 && "no plain text",
      /\bundefined\b|\bnull\b|\[object|\{\{/.test(html + text + subject + preheader) && "a value is missing",
      /[\r\n]/.test(subject) && "a line break in the subject",
      !html.includes("prefers-color-scheme:dark") && "no dark mode",
      ...Array.from(html.matchAll(/(?:src=|url\()"?([^")]+)/g), ([, src]) => src!)
        .filter((src) => !src.startsWith("cid:") && !src.startsWith(`${kit.baseUrl}/`))
        .map((src) => `loads ${src}`),
    ].filter(Boolean);
    expect([name, problems]).toEqual([name, []]);
  }
});

test("every text that staff can edit belongs to one email", () => {
  const kinds = emails.flatMap(({ texts }) => texts.map(({ text }) => text.kind));
  expect(kinds.toSorted()).toEqual(TextKind.options.toSorted());
});

test("20 tickets have 20 codes and their files; 300 have 40 codes, the rest in the PDF", () => {
  const confirmed = (tickets: number) => writeExample(kit, "order_confirmation", { ...plainExample, tickets });
  expect(confirmed(20).codes).toHaveLength(20);
  expect(confirmed(20).attachments!.map(({ filename }) => filename.split(".")[1])).toEqual(["pdf", "pdf", "ics"]);
  const many = confirmed(300);
  expect(many.codes).toHaveLength(40);
  expect(many.html).toContain("260 more tickets are in the attached PDF and on your order page.");
  expect(Buffer.byteLength(many.html)).toBeLessThan(100_000);
});

test("what people and staff enter can't add HTML, headers or variables to any email", () => {
  const example = {
    ...plainExample,
    buyerName: hostile,
    event: { ...exampleEvent, title: hostile, venue: { ...exampleEvent.venue, name: hostile } },
    typeName: hostile,
    product: hostile,
    stream: hostile,
    note: hostile,
  };
  for (const kind of TextKind.options) {
    const {
      html,
      subject,
      headers = {},
    } = writeExample(
      { ...kit, textOf: (each) => ({ ...kit.textOf(each), intro: hostile.replaceAll(/[{}]/g, "") }) },
      kind,
      example,
    );
    expect([kind, html.includes("<img src=x")]).toEqual([kind, false]);
    expect([kind, /[\r\n]/.test(subject + Object.values(headers).join(""))]).toEqual([kind, false]);
  }
  // A value is filled in once: what it contains is no variable.
  const { subject } = writeExample(kit, "sales_open", { ...example, event: { ...exampleEvent, title: "{{venue}}" } });
  expect(subject).toBe("On sale now: {{venue}}");
  expect(fillIn("{{constructor|it}} {{toString}}.", { event: "Fete" })).toBe("it .");
});

test("a campaign's text is Markdown without HTML, and names can't bring any", () => {
  const written = campaignMail(
    {
      ...campaign,
      subject: "Hi {{firstName}}\r\nBcc: x@evil.example",
      body: `<script>x</script> <u>raw</u> **bold** {{firstName|you}} {{eventTitle}} [x](javascript:alert(1))`,
      event: { ...exampleEvent, title: "[Win](https://evil.example)" },
    },
    { ...reader, name: "[Ada](https://evil.example) <b>", linkOf: (url) => url },
  );
  for (const part of ["<strong>bold</strong>", "&lt;u&gt;raw&lt;/u&gt;"]) expect(written.html).toContain(part);
  expect(written.html).not.toMatch(/<script|href="javascript|href="[^"]*evil/);
  expect(written.subject).not.toMatch(/[\r\n]/);
  expect(written.headers).toEqual({
    "List-Unsubscribe": `<${reader.unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("a campaign's own links are counted, those to leave aren't, and its address is in both parts", () => {
  const { html, text } = campaignMail(campaign, reader);
  const hrefs = Array.from(html.matchAll(/href="([^"]+)"/g), ([, href]) => href!);
  expect(hrefs.filter((href) => href.includes("/api/email/click?c=")).length).toBeGreaterThanOrEqual(4);
  for (const link of [reader.unsubscribeUrl, reader.preferencesUrl, reader.webUrl!]) {
    expect(hrefs).toContain(link);
    expect(text).toContain(link);
  }
  for (const part of [html, text]) expect(part).toContain("214 Van Brunt Street");
});

test.each([
  ["{{event}} is on", "", "Go", []],
  ["{{ event | it }} is on", "Hi {{event}}", "Go", []],
  ["{{secret}} is on", "", "Go", ["subject"]],
  ["It's on", "{{constructor}}", "Go", ["intro"]],
  ["It's on", "{{event.constructor}}", "Go", ["intro"]],
  ["It's on", "{{{{event}}}}", "Go", ["intro"]],
  ["It's on", "{{event", "Go", ["intro"]],
  ["It's on", "", "{{name}}", ["buttonLabel"]],
  ["It's on", "", "", ["buttonLabel"]],
])("the text %j, %j, %j of an email about sales has problems in %j", (subject, intro, buttonLabel, paths) => {
  const found = findProblems(usedText("sales_open").text, { subject, intro, buttonLabel });
  expect(found.map(({ path }) => path)).toEqual(paths);
});

test("every text that we ship can be saved, and no subject can hold a buyer's name", () => {
  for (const kind of TextKind.options) {
    const { text } = usedText(kind);
    expect([kind, findProblems(text, text.text)]).toEqual([kind, []]);
  }
  const { text } = usedText("order_confirmation");
  const named = findProblems(text, { ...text.text, subject: "Hi {{name}}" });
  expect(named).toMatchObject([{ path: "subject" }]);
});
