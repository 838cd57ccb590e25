import sharp from "sharp";
import { encode } from "uqr";
import type { Deps } from "#server/platform/deps.ts";
import { findConfirmed } from "./contributions.ts";
import type { MailTopic } from "./new-mail.ts";
import { mergeMails } from "./merged-mail.ts";
import { findEmail } from "./registry.ts";
import { findMerged, isCopy } from "./store.ts";
import type { Mail, MailKit } from "./mail.ts";
import { readKit } from "./templates.ts";

/**
 * Writes an email from its topic and the current rows.
 *
 * @returns undefined when there is nothing left to send: its link was used or has expired. One email for all that were
 *   merged into it.
 */
export async function renderMail(deps: Deps, mail: RenderedTopic): Promise<Mail | undefined> {
  return renderWith(deps, await readKit(deps), mail);
}

/** What an email is written from, and the name that it greets where its rows have none. */
type RenderedTopic = MailTopic & { toName?: string };

/** The same with other texts than the saved ones, for previews. */
export async function renderWith(deps: Deps, kit: MailKit, mail: RenderedTopic): Promise<Mail | undefined> {
  const mails: Mail[] = [];
  for (const each of [mail, ...(await findMerged(deps.db, mail))]) {
    const written = await renderOne(deps, kit, each);
    if (written !== undefined) mails.push(written);
  }
  if (mails.length < 2) return mails[0];
  return {
    ...mergeMails(kit, mails, findEmail(deps, mail)?.email),
    isNameless: mails.some(({ isNameless }) => isNameless === true),
  };
}

async function renderOne(deps: Deps, kit: MailKit, mail: RenderedTopic): Promise<Mail | undefined> {
  const { toAddress, toName = "" } = mail;
  const found = findEmail(deps, mail);
  if (found === undefined)
    throw new Error(`No module has an email ${mail.kind} about ${Object.keys(mail.topic).join()}`);
  const { email, topic } = found;
  const written = await email.render(deps, kit, { topic, toAddress, toName, isCopy: isCopy(mail) });
  if (written === undefined || written.isNameless !== undefined) return written;
  const isConfirmed = (await findConfirmed(deps, deps.db, [toAddress])).has(toAddress);
  return { ...written, isNameless: !isConfirmed };
}

const quietZone = 4;
const pixelsPerModule = 8;

/** A ticket's QR code as a small PNG, since email programs show no SVG. */
export async function qrPng(code: string): Promise<Buffer> {
  const { data, size } = encode(code, { ecc: "M", border: quietZone });
  const pixels = Buffer.alloc(size * size);
  data.forEach((row, y) => row.forEach((dark, x) => (pixels[y * size + x] = dark ? 0 : 255)));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: "nearest" })
    .png({ palette: true, colors: 2 })
    .toBuffer();
}
