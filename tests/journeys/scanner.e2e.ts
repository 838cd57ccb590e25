import { looks } from "#tests/kit/fake-camera.ts";
import { countAdmitted, countScans, expect, measureVerdict, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

const test = withDoor();

const readTimeMs = 45_000;

for (const name of ["small", "tilted", "dark", "blurred", "inverted"] as const) {
  test(`a ticket that the camera sees ${name} is admitted`, async ({ openDoor, night, site }) => {
    const page = await openDoor(night.eventId, { shots: [{ code: night.code, look: looks[name], seconds: 1 }] });
    const { text, alerts } = await readVerdict(page, "admitted");
    for (const words of ["Admitted", "Ada Buyer", "General Admission", "Check ID 21+"]) {
      expect(text.toLowerCase()).toContain(words.toLowerCase());
    }
    expect(alerts).toContain("Admitted. Check ID 21+. Ada Buyer, General Admission");
    await expect(verdict(page, "admitted")).toBeHidden();
    await expect(page.getByText("1 / 2")).toBeVisible();
    expect(await countAdmitted(site, night.eventId)).toBe(1);
  });
}

test("a ticket held still is one scan, and shown again it is already in, with the time and the gate", async ({
  openDoor,
  night,
  site,
}) => {
  test.setTimeout(120_000);
  const page = await openDoor(night.eventId, {
    gate: "North door",
    // Held for so long that it is still in view when its verdict has gone, however late the first look came.
    shots: [{ code: night.code, look: looks.plain, seconds: 16 }, { seconds: 6 }],
  });
  await readVerdict(page, "admitted");
  await expect(verdict(page, "admitted")).toBeHidden();
  await expect(page.getByText("Checked. Next ticket, please.")).toBeVisible();
  expect(await countScans(site, night.eventId)).toBe(1);

  const again = verdict(page, "already_admitted");
  const { text } = await readVerdict(page, "already_admitted");
  await again.getByRole("button", { name: "Tap for the next ticket" }).click();
  await expect(again).toBeHidden();
  expect(text).toMatch(/already[\s\S]*in at \d+:\d\d [ap]m/i);
  expect(text).toContain("Gate: North door");
  expect(await countAdmitted(site, night.eventId)).toBe(1);
  await expect(page.getByRole("region", { name: "Last scans" }).getByRole("listitem")).toHaveCount(2);
});

test("the next ticket in the queue is admitted without a touch of the screen", async ({ openDoor, night, site }) => {
  const [first, second] = night.codes;
  const page = await openDoor(night.eventId, {
    shots: [
      { code: first!, look: looks.plain, seconds: 3 },
      { code: second!, look: looks.plain, seconds: 3 },
    ],
  });
  await expect(page.getByText("2 / 2")).toBeVisible({ timeout: readTimeMs });
  expect(await countAdmitted(site, night.eventId)).toBe(2);
});

test("a forged code is unknown", async ({ openDoor, night, site }) => {
  const last = night.code.at(-1) === "0" ? "1" : "0";
  const page = await openDoor(night.eventId, {
    shots: [{ code: night.code.slice(0, -1) + last, look: looks.plain, seconds: 1 }],
  });
  expect((await readVerdict(page, "unknown")).text).toContain("Not one of our codes");
  expect(await countAdmitted(site, night.eventId)).toBe(0);
});

test("a ticket of another night is refused without its holder's name", async ({ openDoor, night, site }) => {
  const other = await site.make.event({ title: "Sound Clash" });
  const page = await openDoor(other, { shots: [{ code: night.code, look: looks.plain, seconds: 1 }] });
  const { text } = await readVerdict(page, "wrong_event");
  expect(text).toMatch(/wrong/i);
  expect(text).not.toMatch(/ada buyer/i);
  expect(await countAdmitted(site, night.eventId)).toBe(0);
});

test("a browser with a code reader of its own uses that and loads no other", async ({ openDoor, night }) => {
  const requests: string[] = [];
  const page = await openDoor(night.eventId, {
    shots: [{ seconds: 1 }],
    prepare: async (context) => {
      context.on("request", (request) => requests.push(request.url()));
      await context.addInitScript((rawValue) => {
        const detect = async () => [{ rawValue }];
        const getSupportedFormats = async () => ["ean_13", "qr_code"];
        Object.assign(window, {
          BarcodeDetector: Object.assign(
            function Detector() {
              return { detect };
            },
            { getSupportedFormats },
          ),
        });
      }, night.code);
    },
  });
  await readVerdict(page, "admitted");
  expect(requests.filter((url) => url.endsWith(".wasm"))).toEqual([]);
});

test("a code reader of the browser that only fails is replaced by ours", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, {
    shots: [{ code: night.code, look: looks.plain, seconds: 1 }],
    prepare: async (context) => {
      await context.addInitScript(() => {
        const detect = async () =>
          Promise.reject(new DOMException("Barcode detection service unavailable.", "NotSupportedError"));
        const getSupportedFormats = async () => ["qr_code"];
        Object.assign(window, {
          BarcodeDetector: Object.assign(
            function Detector() {
              return { detect };
            },
            { getSupportedFormats },
          ),
        });
      });
    },
  });
  await readVerdict(page, "admitted");
});

test("the camera-to-verdict time is short", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, {
    shots: [{ seconds: 4 }, { code: night.code, look: looks.plain, seconds: 4 }],
  });
  const milliseconds = await measureVerdict(page);
  // Reported, not judged: it depends on who else uses the machine.
  test.info().annotations.push({ type: "camera to verdict", description: `${milliseconds} ms` });
  console.log(`camera to verdict: ${milliseconds} ms`);
});
