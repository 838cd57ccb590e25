import type { z } from "zod";
import type { EndpointsByName } from "./endpoints.generated.ts";
import type { ErrorCode } from "./errors.ts";

// What a caller of the API needs to know, as types: an endpoint's name finds its schemas.

/** Method and path of an endpoint, as in `"GET /api/events/{id}"`. */
export type EndpointName = keyof EndpointsByName;

/** The names of endpoints with this method. */
export type NameOf<Method extends string> = Extract<EndpointName, `${Method} ${string}`>;

type Schema<Name extends EndpointName, Part extends "params" | "query" | "body"> = NonNullable<
  EndpointsByName[Name][Part]
>;

/** What an endpoint answers. */
export type ReplyOf<Name extends EndpointName> = z.output<EndpointsByName[Name]["reply"]>;

/** One row of what a list endpoint answers. */
export type RowOf<Name extends EndpointName> =
  ReplyOf<Name> extends { items: (infer Row extends Record<string, unknown>)[] } ? Row : never;

/** The values of the `{…}` in an endpoint's path, as they stand in the path or as the server reads them. */
export type ParamsOf<Name extends EndpointName> = PathValues<
  z.input<Schema<Name, "params">>,
  z.output<Schema<Name, "params">>
>;
type PathValues<Text, Read> = [Text] extends [undefined]
  ? undefined
  : { [Field in keyof Text & keyof Read]: Text[Field] | Read[Field] };

/**
 * What can be asked in an endpoint's query: its text, or the number or boolean that the server reads from the text. What
 * it takes in any form may be left out.
 */
export type QueryOf<Name extends EndpointName> = UrlValues<
  z.input<Schema<Name, "query">>,
  z.output<Schema<Name, "query">>
>;
type UrlValues<Text, Read> = [Text] extends [undefined]
  ? undefined
  : {
      [Field in keyof Text as unknown extends Text[Field] ? never : Field]:
        | UrlValue<Text[Field]>
        | Extract<Read[Field & keyof Read], number | boolean>;
    } & { [Field in keyof Text as unknown extends Text[Field] ? Field : never]?: UrlValue<unknown> };
type UrlValue<Value> =
  | (unknown extends Value ? string | number | boolean : string extends Value ? Value | number : Value)
  | null
  | undefined;

/** The body of an endpoint's call, as a caller writes it. */
export type CallBodyOf<Name extends EndpointName> = z.input<Schema<Name, "body">>;

/** What an endpoint can refuse with. */
export type RefusalOf<Name extends EndpointName> = EndpointsByName[Name]["errors"][number] | CommonRefusal;

/** What every call can be refused with. */
type CommonRefusal = Extract<
  ErrorCode,
  | "invalid_input"
  | "too_many_requests"
  | "proof_required"
  | "internal"
  | "unavailable"
  | "not_signed_in"
  | "not_allowed"
  | "foreign_origin"
  | "confirmation_required"
  | "request_in_flight"
>;
