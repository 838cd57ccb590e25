import { describe, expect, test } from "vitest";
import type { RefusalCause } from "#contract/email/delivery.ts";
import { readRefusal, type RefusalFault } from "./smtp-replies.ts";

type Row = [response: string, fault: RefusalFault, cause?: RefusalCause];

describe("a refused recipient", () => {
  const table: Row[] = [
    // The ten that name a mailbox.
    ["550 5.1.1 <owen@example.com>: user unknown", "mailbox"],
    ["550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Check it for typos", "mailbox"],
    ["553 5.1.3 The recipient address is not a valid mailbox", "mailbox"],
    ["551 5.1.6 The mailbox has moved and mail isn't forwarded", "mailbox"],
    ["556 5.1.10 The recipient's domain doesn't accept mail (null MX)", "mailbox"],
    ["550 5.2.1 The account is disabled", "mailbox"],
    ["550 No such user here", "mailbox"],
    ["550 <owen@example.com>: Recipient address rejected: User unknown in virtual mailbox table", "mailbox"],
    ["550 Requested action not taken: mailbox unavailable", "mailbox"],
    ["550 unknown local part owen in <owen@example.com>", "mailbox"],
    // Mailboxes that are full take email again.
    ["552 5.2.2 mailbox full", "full"],
    ["550 5.2.2 User is over quota", "full"],
    ["554 5.2.2 The recipient's inbox is out of storage space", "full"],
    ["552 Mailbox quota exceeded", "full"],
    ["552 5.2.0 storage exceeded: the inbox is full", "full"],
    // Troubles of one recipient's side.
    ["550 5.1.2 <owen@gmail.con>: Recipient address rejected: Domain not found", "recipient"],
    ["550 5.1.0 Address rejected", "recipient"],
    ["553 5.1.4 Ambiguous address", "recipient"],
    ["550 5.2.0 Mailbox can't take the message", "recipient"],
    ["552 5.2.3 Message is larger than this mailbox takes", "recipient"],
    ["550 5.4.1 Recipient address rejected: Access denied", "recipient"],
    ["550 5.4.4 Host not found", "recipient"],
    ["550 5.5.0 Requested action not taken: mailbox unavailable", "recipient"],
    ["551 User not local; no such user", "recipient"],
    ["553 Requested action not taken: invalid mailbox", "recipient"],
    ["554 Recipient unknown", "recipient"],
    ["550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required", "recipient"],
    ["550 5.7.1 The group only accepts messages from people in its organization", "recipient"],
    // The sender.
    ["550 5.1.8 <tickets@localhost>: Sender address rejected: Domain not found", "site", "sender"],
    ["550 5.1.7 Invalid sender", "site", "sender"],
    ["550 Sender verify failed", "site", "sender"],
    ["550 5.1.0 <tickets@example.com>: sender rejected", "site", "sender"],
    ["550 5.1.1 <tickets@example.com>: Sender address rejected: user unknown", "site", "sender"],
    ["550 5.7.1 SPF check failed for example.com", "site", "sender"],
    [
      "550 5.7.26 Unauthenticated email from example.com is not accepted due to the domain's DMARC policy",
      "site",
      "sender",
    ],
    ["550 5.7.509 Access denied, sending domain example.com does not pass DMARC verification", "site", "sender"],
    ["553 Sorry, your sender domain does not resolve", "site", "sender"],
    ["550 Return-Path domain can't be found; user unknown", "site", "sender"],
    // The relay.
    ["550 relay not permitted", "site", "relay"],
    ["550 5.7.1 Relaying denied", "site", "relay"],
    ["554 5.7.1 <owen@example.com>: Relay access denied", "site", "relay"],
    ["550 5.7.64 TenantAttribution; Relay access denied", "site", "relay"],
    ["530 5.7.0 Authentication required", "site", "relay"],
    ["550 Please log in before you send; mailbox unavailable", "site", "relay"],
    // The network.
    ["554 Connection from 5.1.44.9 is on our block list", "site", "network"],
    ["550 5.1.1.25 is on our block list", "site", "network"],
    ["550 Messages from your part of our network are on a block list", "site", "network"],
    ["554 5.7.1 Service unavailable; client host blocked using Spamhaus", "site", "network"],
    ["550 5.7.1 Your IP has a poor reputation", "site", "network"],
    ["550 5.7.25 The IP address has no PTR record", "site", "network"],
    ["550 Mailbox unavailable: your IP is banned", "site", "network"],
    // The content, limits, and what names nobody.
    ["550 5.7.1 Message refused: it looks like spam", "site", "content"],
    ["550 5.6.0 Message content can't be converted", "site", "content"],
    ["550 5.4.5 Daily sending limit exceeded", "site", "limit"],
    ["550 5.4.5 Too many messages today", "site", "limit"],
    ["550 5.7.0 Rate exceeded", "site", "limit"],
    ["550 Administrative prohibition", "site", "other"],
    ["550 Refused", "site", "other"],
    ["554 Transaction failed", "site", "other"],
    ["500 Syntax error", "site", "other"],
    ["550 5.3.2 System not accepting messages", "site", "other"],
    ["550 5.0.0 Error", "site", "other"],
  ];
  test.for(table)("%s blames the %s", ([response, fault, cause]) => {
    const read = readRefusal({ command: "RCPT TO", response });
    expect(read.fault).toBe(fault);
    if (cause !== undefined) expect(read.cause).toBe(cause);
  });

  test("names a mailbox in exactly ten of them, and at least sixty are tried", () => {
    expect(table.length).toBeGreaterThanOrEqual(60);
    expect(table.filter(([, fault]) => fault === "mailbox")).toHaveLength(10);
  });
});

describe("a refusal of the sender or the text never suppresses the recipient", () => {
  const table: [command: string, response: string, fault: RefusalFault, cause: RefusalCause][] = [
    ["MAIL FROM", "550 5.1.1 <tickets@example.com>: user unknown", "site", "sender"],
    ["MAIL FROM", "550 mailbox unavailable", "site", "sender"],
    ["MAIL FROM", "553 5.7.1 Not logged in", "site", "sender"],
    ["DATA", "550 5.1.1 user unknown", "recipient", "content"],
    ["DATA", "552 5.2.2 mailbox full", "full", "content"],
    ["DATA", "554 5.7.1 Message rejected as spam", "site", "content"],
    ["DATA", "552 5.3.4 Message too big", "site", "content"],
    ["DATA", "550 no such user", "site", "content"],
  ];
  test.for(table)("%s: %s", ([command, response, fault, cause]) => {
    expect(readRefusal({ command, response })).toEqual({ fault, cause });
  });
});
