import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchRemoteFile, isPublicAddress, type RemoteFailure } from "./remote-file.ts";

let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url!);
  if (request.url === "/circle") return response.writeHead(302, { location: "/circle" }).end();
  const [, status, to] = /^\/(\d+)(?:\?to=(.*))?$/.exec(request.url!) ?? [];
  if (to !== undefined) response.setHeader("location", decodeURIComponent(to));
  response.statusCode = Number(status ?? 200);
  response.end("a picture");
});
let host = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const fetchIt = async (url: string, allowsPrivate: boolean, isHostAllowed = (_: string) => true) => {
  requests = [];
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of await fetchRemoteFile(url, { isHostAllowed, allowsPrivate }))
      chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch (error) {
    const { message, isTemporary } = error as RemoteFailure;
    return { message, isTemporary };
  }
};

test.each([
  ["93.184.216.34", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.20.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["169.254.169.254", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["2002:a00:1::", false],
  ["not an address", false],
])("the address %s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  ["a name of this machine", () => `http://localhost/x`],
  ["a literal address", () => `http://127.0.0.1/x`],
  ["a literal address in another spelling", () => `http://2130706433/x`],
  ["a literal IPv6 address", () => `http://[::1]/x`],
  ["an address that stands for a private one", () => `http://[::ffff:127.0.0.1]/x`],
  ["the address of a cloud's metadata", () => `http://169.254.169.254/latest`],
  ["another port", () => `http://${host}/x`],
])("%s is refused, and nothing is sent", async (_, url) => {
  expect(await fetchIt(url(), false)).toMatchObject({
    message: expect.stringContaining("isn't on the public internet"),
    isTemporary: false,
  });
  expect(requests).toEqual([]);
});

test.each([
  ["ftp://example.com/a.png", "This isn't a web address"],
  ["file:///etc/passwd", "This isn't a web address"],
  ["https://user:secret@example.com/a.png", "The address has a password in it"],
])("%s is refused", async (url, message) => {
  expect(await fetchIt(url, true)).toEqual({ message, isTemporary: false });
});

test("a redirect is followed within confirmed hosts only", async () => {
  const isConfirmed = (other: string) => other === host;
  expect(await fetchIt(`http://${host}/302?to=/pic.png`, true, isConfirmed)).toBe("a picture");
  const away = encodeURIComponent("http://elsewhere.example.com/pic.png");
  expect(await fetchIt(`http://${host}/302?to=${away}`, true, isConfirmed)).toEqual({
    message: "The address leads to elsewhere.example.com, which wasn't confirmed",
    isTemporary: false,
  });
  expect(await fetchIt(`http://${host}/circle`, true, isConfirmed)).toEqual({
    message: "The address redirects too often",
    isTemporary: false,
  });
  expect(requests).toHaveLength(4);
});

test.each([
  [404, "There's no file at this address anymore", false],
  [403, "doesn't give this file to us", false],
  [429, "responded with status 429", true],
  [503, "responded with status 503", true],
])("status %i is a failure", async (status, message, isTemporary) => {
  expect(await fetchIt(`http://${host}/${status}`, true)).toEqual({
    message: expect.stringContaining(message),
    isTemporary,
  });
});

test("a host that doesn't answer may do so later", async () => {
  expect(await fetchIt("http://127.0.0.1:1/x", true)).toEqual({
    message: "We can't reach 127.0.0.1:1",
    isTemporary: true,
  });
});
