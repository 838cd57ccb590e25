import { badIds } from "#tests/api/mutations.ts";
import type { NounSamples } from "#tests/api/noun-samples.ts";
import type { Sample } from "#tests/api/scene.ts";
import type { Access } from "#contract/endpoint.ts";
import { content, draftOf } from "./kit.ts";

const access = (level: Access, ...endpoints: string[]) => Object.fromEntries(endpoints.map((each) => [each, level]));
const campaigns = "/api/admin/campaigns";
const one = `${campaigns}/{id}`;
const automations = "/api/admin/automations";
const audiences = "/api/admin/audiences";
const suppressions = "/api/admin/suppressions";
const steps = ["unschedule", "pause", "resume", "stop"] as const;

const question = { purpose: "marketing", eventId: null, audience: {} };
const automation = { name: "Come back", trigger: "win_back", isOn: false, waitHours: 24, eventId: null, content };
const ofContent = ["preheader empty", "heroKey text", "button null", "eventId a number"];
const inContent = ofContent.map((each) => `content.${each}`);

/** Campaigns, automations, consent and delivery. */
export const nounSamples: NounSamples = {
  access: {
    ...access(
      "public",
      "GET /api/email/preferences",
      "POST /api/email/preferences",
      "GET /api/email/unsubscribe",
      "GET /api/email/click",
      "GET /api/email/web",
    ),
    ...access("signed", "POST /api/email/unsubscribe", "POST /api/webhooks/email"),
    ...access("member", "GET /api/account/email-consent", "PUT /api/account/email-consent"),
    ...access(
      "admin",
      `GET ${suppressions}`,
      `GET ${suppressions}.csv`,
      `POST ${suppressions}`,
      `POST ${suppressions}/{id}/lift`,
      `POST ${audiences}/preview`,
      `GET ${audiences}`,
      `POST ${audiences}`,
      `PUT ${audiences}/{id}`,
      `DELETE ${audiences}/{id}`,
      `GET ${campaigns}`,
      `POST ${campaigns}`,
      `GET ${one}`,
      `PUT ${one}`,
      `DELETE ${one}`,
      `POST ${one}/copy`,
      `POST ${one}/schedule`,
      ...steps.map((step) => `POST ${one}/${step}`),
      `POST ${one}/test`,
      `GET ${one}/html`,
      `GET ${campaigns}/preview.html`,
      `GET ${one}/recipients`,
      `GET ${one}/recipients.csv`,
      `GET ${automations}`,
      `POST ${automations}`,
      `PUT ${automations}/{id}`,
      `DELETE ${automations}/{id}`,
      `POST ${automations}/{id}/test`,
      "GET /api/admin/email-overview",
      "GET /api/admin/email-doctor",
      "POST /api/admin/email-doctor/test",
      "POST /api/admin/emails/{id}/retry",
      "POST /api/admin/emails/resend-unsent",
    ),
  },
  samples: ({ people: { anon, admin: as }, campaigns: scene }) => {
    const at = (path: string, id: number) => path.replace("{id}", String(id));
    const email = "me@example.com";
    const stepOf = { unschedule: scene.toUnschedule, pause: scene.toPause, resume: scene.toResume, stop: scene.toStop };
    const own = at(`${automations}/{id}`, scene.automation.id);
    const reason = "Asked by phone";
    const samples: Record<string, Sample> = {
      "GET /api/email/preferences": { as: anon, url: `/api/email/preferences?token=${scene.preferences}` },
      "POST /api/email/preferences": {
        as: anon,
        url: `/api/email/preferences?token=${scene.preferences}`,
        body: { news: true, eventMessages: true },
      },
      "GET /api/email/unsubscribe": { as: anon, url: `/api/email/unsubscribe?token=${scene.preferences}` },
      "POST /api/email/unsubscribe": {
        as: anon,
        url: `/api/email/unsubscribe?token=${scene.preferences}`,
        body: {},
        optional: [""],
      },
      "GET /api/email/click": { as: anon, url: `/api/email/click?c=${scene.click}` },
      "GET /api/email/web": { as: anon, url: `/api/email/web?token=${scene.web}` },
      "POST /api/webhooks/email": { as: anon, url: "/api/webhooks/email", body: { events: [] } },
      "GET /api/account/email-consent": { as: scene.reader, url: "/api/account/email-consent" },
      "PUT /api/account/email-consent": {
        as: scene.reader,
        url: "/api/account/email-consent",
        body: { news: false, eventMessages: true },
      },
      [`GET ${suppressions}`]: { as, url: `${suppressions}?q=stranger&cause=staff&status=active&page=1` },
      [`GET ${suppressions}.csv`]: { as, url: `${suppressions}.csv?cause=staff` },
      [`POST ${suppressions}`]: { as, url: suppressions, body: { email: "other@example.com", reason } },
      [`POST ${suppressions}/{id}/lift`]: {
        as,
        url: at(`${suppressions}/{id}/lift`, scene.suppressionId),
        body: { reason },
      },
      [`POST ${audiences}/preview`]: {
        as,
        url: `${audiences}/preview`,
        body: question,
        optional: ["eventId a number"],
      },
      [`GET ${audiences}`]: { as, url: audiences },
      [`POST ${audiences}`]: { as, url: audiences, body: { name: "New ones", audience: {} } },
      [`PUT ${audiences}/{id}`]: {
        as,
        url: at(`${audiences}/{id}`, scene.audienceId),
        body: { name: "All of them", audience: {} },
      },
      [`DELETE ${audiences}/{id}`]: { as, url: at(`${audiences}/{id}`, scene.audienceToDelete) },
      [`GET ${campaigns}`]: { as, url: `${campaigns}?q=running&status=running&purpose=marketing&page=1` },
      [`POST ${campaigns}`]: { as, url: campaigns, body: draftOf(), optional: ["eventId a number", ...inContent] },
      [`GET ${one}`]: { as, url: at(one, scene.sent) },
      [`PUT ${one}`]: {
        as,
        url: at(one, scene.draft.id),
        body: { ...draftOf(), version: scene.draft.version },
        optional: ["eventId a number", ...inContent],
      },
      [`DELETE ${one}`]: { as, url: at(one, scene.toDelete.id) },
      [`POST ${one}/copy`]: { as, url: at(`${one}/copy`, scene.sent), body: {}, optional: [""] },
      [`POST ${one}/schedule`]: {
        as,
        url: at(`${one}/schedule`, scene.toSchedule.id),
        body: {
          version: scene.toSchedule.version,
          at: "2099-01-01T10:00",
          timeZone: "America/New_York",
          confirmedCount: 3,
        },
        optional: ["at null"],
      },
      [`POST ${one}/test`]: { as, url: at(`${one}/test`, scene.sent), body: { email } },
      [`GET ${one}/html`]: { as, url: at(`${one}/html`, scene.sent) },
      [`GET ${campaigns}/preview.html`]: {
        as,
        url: `${campaigns}/preview.html?purpose=marketing&subject=Hi&body=Hello&buttonLabel=Go&buttonUrl=%2Fevents&theme=dark`,
      },
      [`GET ${one}/recipients`]: { as, url: `${at(`${one}/recipients`, scene.sent)}?q=reader&status=waiting&page=1` },
      [`GET ${one}/recipients.csv`]: { as, url: `${at(`${one}/recipients.csv`, scene.sent)}?status=waiting` },
      [`GET ${automations}`]: { as, url: automations },
      [`POST ${automations}`]: { as, url: automations, body: automation, optional: ["eventId a number", ...inContent] },
      [`PUT ${automations}/{id}`]: {
        as,
        url: own,
        body: { ...automation, version: scene.automation.version },
        optional: ["eventId a number", ...inContent],
      },
      [`DELETE ${automations}/{id}`]: { as, url: at(`${automations}/{id}`, scene.automationToDelete.id) },
      [`POST ${automations}/{id}/test`]: { as, url: `${own}/test`, body: { email } },
      "GET /api/admin/email-overview": { as, url: "/api/admin/email-overview" },
      "GET /api/admin/email-doctor": { as, url: "/api/admin/email-doctor" },
      "POST /api/admin/email-doctor/test": { as, url: "/api/admin/email-doctor/test", body: { email } },
      "POST /api/admin/emails/resend-unsent": {
        as,
        url: "/api/admin/emails/resend-unsent",
        body: {},
        optional: [""],
      },
      "POST /api/admin/emails/{id}/retry": {
        as,
        url: `/api/admin/emails/${scene.failedMailId}/retry`,
        body: {},
        optional: [""],
      },
    };
    for (const step of steps) {
      samples[`POST ${one}/${step}`] = { as, url: at(`${one}/${step}`, stepOf[step]), body: {}, optional: [""] };
    }
    return samples;
  },
  unrepeatable: [
    `POST ${campaigns}`,
    `PUT ${one}`,
    `POST ${one}/copy`,
    `POST ${one}/schedule`,
    `POST ${automations}`,
    `PUT ${automations}/{id}`,
    `POST ${audiences}`,
    `PUT ${audiences}/{id}`,
    `POST ${suppressions}`,
    `POST ${suppressions}/{id}/lift`,
    ...steps.map((step) => `POST ${one}/${step}`),
    "POST /api/admin/emails/{id}/retry",
    "POST /api/email/preferences",
  ],
  badParams: Object.fromEntries(
    [
      `${suppressions}/{id}/lift`,
      `${audiences}/{id}`,
      ...["", "/copy", "/schedule", "/test", "/html", "/recipients", "/recipients.csv"].map((rest) => one + rest),
      ...steps.map((step) => `${one}/${step}`),
      `${automations}/{id}`,
      `${automations}/{id}/test`,
      "/api/admin/emails/{id}/retry",
    ].map((path) => [path, badIds]),
  ),
  unknown: [
    ["GET", `${campaigns}/999999`],
    ["DELETE", `${campaigns}/999999`],
    ["POST", `${campaigns}/999999/copy`],
    ["POST", `${campaigns}/999999/pause`],
    ["GET", `${campaigns}/999999/html`],
    ["GET", `${campaigns}/999999/recipients`],
    ["DELETE", `${audiences}/999999`],
    ["DELETE", `${automations}/999999`],
    ["POST", "/api/admin/emails/999999/retry"],
  ],
};
