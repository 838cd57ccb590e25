import { expect } from "vitest";

/** One property of a calendar: its name, its parameters and its value as written. */
export interface Property {
  name: string;
  parameters: string[];
  value: string;
}

/**
 * Reads iCalendar text as strictly as RFC 5545: CRLF after every line, no line above 75 octets, folded lines joined,
 * every component closed in order, single properties once.
 */
export function readCalendar(text: string) {
  expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
  expect(text.replaceAll("\r\n", "")).not.toMatch(/(?!\t)\p{Cc}/u);
  const written = text.slice(0, -2).split("\r\n");
  for (const line of written) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    expect(Buffer.from(line).toString("utf8")).toBe(line);
    expect(line).not.toBe("");
  }
  const properties = written.join("\r\n").replaceAll("\r\n ", "").split("\r\n").map(readProperty);
  expect(properties.shift()).toMatchObject({ name: "BEGIN", value: "VCALENDAR" });
  expect(properties.pop()).toMatchObject({ name: "END", value: "VCALENDAR" });
  const head: Property[] = [];
  const events: Property[][] = [];
  let open: Property[] | undefined;
  for (const property of properties) {
    if (property.name === "BEGIN") {
      expect([open, property.value]).toEqual([undefined, "VEVENT"]);
      open = [];
    } else if (property.name === "END") {
      expect(property.value).toBe("VEVENT");
      events.push(open!);
      open = undefined;
    } else (open ?? head).push(property);
  }
  expect(open).toBeUndefined();
  return { head: asRecord(head), events: events.map(asRecord) };
}

function readProperty(line: string): Property {
  const match = /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/s.exec(line);
  if (match === null) throw new Error(`Not a property: ${line}`);
  const [, name = "", parameters = "", value = ""] = match;
  return { name, parameters: parameters.split(";").slice(1), value };
}

const texts = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "NAME", "X-WR-CALNAME"]);

/** Values by name, with texts unescaped. Refuses every unescaped character that needs an escape. */
function asRecord(properties: Property[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const { name, value } of properties) {
    expect(record).not.toHaveProperty(name);
    if (!texts.has(name)) {
      record[name] = value;
      continue;
    }
    expect(value.replace(/\\[\\;,nN]/g, "")).not.toMatch(/[;,\\]/);
    record[name] = value.replace(/\\([\\;,nN])/g, (_all, sign: string) => (sign.toLowerCase() === "n" ? "\n" : sign));
  }
  return record;
}

/** A UTC value as an instant; anything else is refused. */
export function instantOf(value: string | undefined): string {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value ?? "");
  if (match === null) throw new Error(`Not a UTC instant: ${value}`);
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`).toISOString();
}
