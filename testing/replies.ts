import type { EndpointName, ReplyOf } from "#contract/calls.ts";
import type { ErrorReply } from "#contract/errors.ts";

// What the API answers, found by a call's method and path: a template such as `/api/orders/${id}?key=${key}` names its
// endpoint as well as "GET /api/orders/{id}" does.

/** "GET /api/orders/{id}" becomes "GET /api/orders/{}". */
type Unnamed<Name> = Name extends `${infer Before}{${string}}${infer After}` ? `${Before}{}${Unnamed<After>}` : Name;

type NamesByPath = { [Name in EndpointName as Unnamed<Name>]: Name };

type WithoutQuery<Url> = Url extends `${infer Path}?${string}` ? Path : Url;

/** A part of a path that can be anything, or any number: `{}`. */
type Part<Text extends string> = Text extends `${number}` ? "{}" : `${number}` extends Text ? "{}" : Text;

type Unfilled<Path> = Path extends `${infer First}/${infer Rest}`
  ? `${Part<First>}/${Unfilled<Rest>}`
  : Part<Path & string>;

/** The same with one of its known parts as a value: "/api/shop/products/yard-tee" names a product. */
type UnfilledOnce<Path> = Path extends `${infer First}/${infer Rest}`
  ? `${Part<First>}/${UnfilledOnce<Rest>}` | `{}/${Unfilled<Rest>}`
  : "{}";

/** The names that fit: of "GET /api/events" and a query, if there is one, not those of paths below it. */
type Fitting<Names extends string> = Exclude<Extract<keyof NamesByPath, Names>, `${Names}${"/" | "."}${string}`>;

type KeyAt<Names extends string, OtherNames extends string> = Names extends keyof NamesByPath
  ? Names
  : [Fitting<Names>] extends [never]
    ? Fitting<OtherNames>
    : Fitting<Names>;

type NameAt<Method extends string, Path> = NamesByPath[KeyAt<
  `${Method} ${Unfilled<Path>}`,
  `${Method} ${UnfilledOnce<Path>}`
>];

type ReplyAt<Method extends string, Url> = string extends Url
  ? unknown
  : [NameAt<Method, WithoutQuery<Url>>] extends [infer Name extends EndpointName]
    ? [Name] extends [never]
      ? unknown
      : ReplyOf<Name>
    : unknown;

/** What an endpoint answers that refuses; as far as it is known, what any endpoint answers. */
export type Refusal = Partial<ErrorReply>;

/** A reply, or a refusal: what only one of them has is undefined in the other. A file's body isn't read. */
type OrRefusal<Reply> = Reply extends object ? Reply & Omit<Refusal, keyof Reply> : Refusal;

/**
 * The body of what the API answers to a call of this path. If no endpoint of the contract has such a path, or several
 * could, only what a refusal says is known.
 */
export type BodyAt<Method extends string, Url> = OrRefusal<ReplyAt<Method, Url>>;
