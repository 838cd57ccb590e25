import { maxUnread, type PersonList } from "#contract/person-lists.ts";
import { answerBeside } from "#server/platform/tables/beside.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { type ListQuestion, readPeople } from "./read-people.ts";

answerBeside(({ bytes, question }: { bytes: Uint8Array; question: ListQuestion }): PersonList => {
  const table = parseTable({ bytes }, tableLimits);
  const { people, columns, unread } = readPeople(table, question);
  return { people, columns, unreadCount: unread.length, unread: unread.slice(0, maxUnread), sheet: table.sheet };
});
