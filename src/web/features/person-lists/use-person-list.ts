import { useEffect, useRef, useState } from "react";
import {
  type ListedPerson,
  maxListBytes,
  type PersonColumn,
  type PersonList,
  type PersonListKind,
} from "#contract/person-lists.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { callApi } from "#web/lib/api.ts";

/** What a person brought: pasted text, or a file. */
type Source = { text: string; file?: File };

const isEmptySource = ({ text, file }: Source) => file === undefined && text.trim() === "";

/** A list with each name as it was written, or in the order in which it is said. */
const chosen = (list: PersonList, isAsWritten: boolean): PersonList =>
  isAsWritten ? { ...list, people: list.people.map((each) => ({ ...each, name: each.written ?? each.name })) } : list;

const tooLarge = `This file is larger than ${maxListBytes / 1_000_000} MB. Delete the columns that you don't need, or split it.`;

/**
 * A list of people while a person brings it: pasted text is read when they leave the field or send the form, a file at
 * once, and again when they say what a column means.
 *
 * @param onPeople gets the people whenever they change: undefined for an empty field, and nobody until a list is read,
 *   so that a list that wasn't read never stands for everyone
 */
export function usePersonList(kind: PersonListKind, onPeople?: (people: ListedPerson[] | undefined) => void) {
  const [source, setSource] = useState<Source>({ text: "" });
  const [found, setFound] = useState<PersonList>();
  const [failure, setFailure] = useState<string>();
  const [isReading, setReading] = useState(false);
  // The list as it was read says both; which one counts is the person's choice.
  const [isAsWritten, setAsWritten] = useState(false);
  // The reading under way. A reply counts only if nothing was changed or asked since.
  const pending = useRef<Promise<PersonList | undefined>>(undefined);
  const listener = useRef(onPeople);
  useEffect(() => {
    listener.current = onPeople;
  });

  function change(next: Source) {
    pending.current = undefined;
    setSource(next);
    setFound(undefined);
    setFailure(undefined);
    setReading(false);
    setAsWritten(false);
    listener.current?.(isEmptySource(next) ? undefined : []);
  }

  /** Reads the list once more; meanwhile it is nobody's. */
  async function read(from: Source, columns?: readonly PersonColumn[]): Promise<PersonList | undefined> {
    if (from.file && from.file.size > maxListBytes) return void setFailure(tooLarge);
    setFailure(undefined);
    setReading(true);
    listener.current?.([]);
    const request = callApi("POST /api/admin/person-lists/read", {
      query: { kind, columns: columns?.join(",") },
      file: from.file ?? new Blob([from.text]),
      headers: { "content-type": "application/octet-stream" },
    });
    pending.current = request;
    try {
      const list = await request;
      if (pending.current !== request) return undefined;
      setFound(list);
      listener.current?.(chosen(list, isAsWritten).people);
      return chosen(list, isAsWritten);
    } catch (error) {
      if (pending.current === request) setFailure(failureText(error));
      return undefined;
    } finally {
      if (pending.current === request) {
        pending.current = undefined;
        setReading(false);
      }
    }
  }

  const isEmpty = isEmptySource(source);
  return {
    kind,
    text: source.text,
    file: source.file,
    list: found && chosen(found, isAsWritten),
    isAsWritten,
    /** Uses names like "Pierre, Marva" as they are written, or turned around. */
    setAsWritten(next: boolean) {
      setAsWritten(next);
      if (found) listener.current?.(chosen(found, next).people);
    },
    failure,
    setFailure,
    isReading,
    isEmpty,
    setText: (text: string) => change({ text }),
    setFile(file: File) {
      const next = { text: "", file };
      change(next);
      void read(next);
    },
    clear: () => change({ text: "" }),
    /** Reads what is new; the list, or undefined if there is none to use. */
    async readNow(): Promise<PersonList | undefined> {
      if (isEmpty) return undefined;
      if (pending.current) return pending.current.catch(() => undefined);
      return found ? chosen(found, isAsWritten) : read(source);
    },
    setColumns: (columns: readonly PersonColumn[]) => void read(source, columns),
  };
}

export type PersonListState = ReturnType<typeof usePersonList>;
