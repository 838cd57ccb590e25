import { chromium } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { filmTicket, photographTicket, type Look } from "./fake-camera.ts";
import { browserArguments } from "./browser.ts";
const code = "SG0123456789ABCDEFGHJKMNPQRSTVWXYZ0123";
const server = createServer((_, r) => r.setHeader("content-type", "text/html").end("<video></video>")).listen(4999);
const cases: Record<string, Look> = { d07: { size: 260, light: 0.07, noise: 2 }, d10: { size: 260, light: 0.1, noise: 2 }, d13: { size: 260, light: 0.13, noise: 3 }, d20: { size: 260, light: 0.2, noise: 4 } };
for (const [n, look] of Object.entries(cases)) {
  const film = await filmTicket([{ code, look, seconds: 0.3 }]);
  const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: [...browserArguments, "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`] });
  const p = await b.newPage(); await p.goto("http://localhost:4999");
  const data = await p.evaluate(async () => { const v = document.querySelector("video")!; v.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, height: { ideal: 720 } } }); await v.play(); await new Promise(r => setTimeout(r, 500)); const c = document.createElement("canvas"); c.width = 1280; c.height = 720; c.getContext("2d")!.drawImage(v, 0, 0, 1280, 720); return [v.videoWidth, v.videoHeight, c.toDataURL("image/png")] as const; });
  console.log(n, data[0], data[1]);
  await writeFile(`/tmp/door/chrome-${n}.png`, Buffer.from(data[2].split(",")[1]!, "base64"));
  await b.close();
}
server.close();
