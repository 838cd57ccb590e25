import type { InfoName } from "#contract/settings/info-sheets.ts";
import type { App } from "#server/app.ts";
import { changeSettings, saveInfoSheet } from "#server/modules/settings/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";

const sample = "<p><em>Sample text of an invented brand. Replace it with your own before you sell a ticket.</em></p>";

/** The demo brand's contact page and policies. What the privacy policy says is what this program does. */
const texts: Record<InfoName, string> = {
  contact: `
    ${sample}
    <p>A person reads everything you send. We answer within two days, and on the day of an event until doors.</p>
    <h3>Tickets and orders</h3>
    <p>Tell us your order number, like SG-7K2M-94QD. It's in your email and on your order page. We can resend tickets,
    correct a name or an email address, and sort out a payment that looks wrong.</p>
    <h3>Access</h3>
    <p>Tell us what you need a day or two before the event, and someone will meet you at the door.</p>`,
  terms: `
    ${sample}
    <h3>Your ticket</h3>
    <p>A ticket lets one person in, once. Whoever shows its code first gets in, so don't post it. Some tickets are only
    for adults: bring the ID that the event page asks for.</p>
    <h3>Prices and payment</h3>
    <p>The price you see first includes all fees. We hold your tickets for 10 minutes while you pay. The tickets are yours
    once the payment goes through, and we email them to you.</p>
    <h3>Limits</h3>
    <p>Events can limit how many tickets one person buys. We can cancel and refund orders that get around a limit.</p>
    <h3>At the event</h3>
    <p>The event page says when doors open, how old you must be and what to wear. Anyone who harasses others has to
    leave, without a refund.</p>
    <h3>Refunds</h3>
    <p>Each event has its own refund policy. It's on the event page and at checkout, before you pay.</p>`,
  privacy: `
    ${sample}
    <h3>What we keep</h3>
    <ul>
      <li><strong>Your account:</strong> username, display name, and the email and picture if you add them. Passwords are
      stored only as a hash.</li>
      <li><strong>Your orders:</strong> the name and email you enter, what you bought, what you paid and refunded, and
      when each ticket was used for entry.</li>
      <li><strong>Emails we sent you</strong> about your account, your orders and the reminders you asked for.</li>
      <li><strong>Page views:</strong> the page, the kind of device and browser, the site you came from, a random visit
      number and your account if you're signed in. No network address. We delete page views after 400 days.</li>
      <li><strong>Errors:</strong> what went wrong in your browser, without emails, codes or keys.</li>
    </ul>
    <p>Your network address limits abuse: it's counted for as long as a limit runs. The network behind an unpaid order
    is forgotten when the order is paid or expires; the one behind a free order, about a day later.</p>
    <h3>Your card</h3>
    <p>You pay on the payment provider's page. We never see your card number. We learn whether a payment went through, and its
    amount.</p>
    <h3>In your browser</h3>
    <p>One cookie keeps you signed in, for 30 days. Your browser's storage holds your theme, the visit number, your
    display name while you're signed in, the name and email you typed at checkout, and your tickets, so that they open
    without a connection. Signing out deletes all of it but the theme and the visit number.</p>
    <h3>Who gets it</h3>
    <p>The services that run this site: hosting, email delivery and payments. If you sign in with Google, Google knows.
    If this site measures visits with Google Analytics, Google gets the pages you view without anything after the
    question mark in their URL, and nothing if your browser sends Global Privacy Control. We don't sell data, and nobody
    advertises here.</p>
    <h3>Your choices</h3>
    <p>Under My Tickets, open your account to download your data or to delete the account. Deleting it removes your name
    and addresses from orders, tickets and emails; the numbers and amounts of orders stay in the books.</p>`,
  refunds: `
    ${sample}
    <h3>Each event decides</h3>
    <p>The event page and checkout say until when you can get a refund, and whether fees come back. The policy from when
    you ordered is the one that counts. If it allows no refunds, that's final unless we cancel.</p>
    <h3>How to get one</h3>
    <p>Open your order from its email or from My Tickets, and press Refund tickets. The button is there for as long as
    your order can be refunded. The money goes back to the card you paid with. Banks take 5 to 10 days to show it.</p>
    <h3>If we cancel</h3>
    <p>You get your money back without asking. We email you when it's on its way.</p>
    <h3>If we postpone</h3>
    <p>Your ticket stays valid for the new date. If you can get a refund instead, the email about it says so, and until
    when.</p>`,
  accessibility: `
    ${sample}
    <h3>This site</h3>
    <p>We aim for WCAG 2.2 AA. Everything works by keyboard and with a screen reader, in a light and a dark theme, on
    screens from 320 pixels wide, and with less motion if your device asks for it. The map has a list beside it with the
    same events.</p>
    <h3>Our events</h3>
    <p>What a venue offers is on the event's page, under Good to know. Ticket codes can be read aloud at the door if a phone
    can't be shown.</p>
    <h3>If something is in your way</h3>
    <p>Tell us, on the site or at an event. Contact is at the bottom of every page.</p>`,
};

/** Fills in the demo brand's contact email and writes its contact page and policies, as an admin does. */
export async function writeInfoSheets({ deps }: App, staff: Principal): Promise<void> {
  await changeSettings(deps, staff, { contactEmail: "hello@savagegentlemen.example" });
  for (const [name, html] of Object.entries(texts) as [InfoName, string][]) {
    await saveInfoSheet(deps, staff, name, { version: 1, html: html.replace(/\s+/g, " ") });
  }
}
