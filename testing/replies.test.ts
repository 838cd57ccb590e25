import { expectTypeOf, test } from "vitest";
import type { ReplyOf } from "#contract/calls.ts";
import type { BodyAt, Refusal } from "./replies.ts";

test("a call's method and path find the reply of its endpoint", () => {
  expectTypeOf<BodyAt<"GET", `/api/orders/${string}?key=${string}`>>().toExtend<ReplyOf<"GET /api/orders/{id}">>();
  expectTypeOf<BodyAt<"GET", `/api/events/${number}`>>().toExtend<ReplyOf<"GET /api/events/{id}">>();
  expectTypeOf<BodyAt<"GET", "/api/events/7">>().toExtend<ReplyOf<"GET /api/events/{id}">>();
  expectTypeOf<BodyAt<"GET", `/api/events${string}`>>().toExtend<ReplyOf<"GET /api/events">>();
  expectTypeOf<BodyAt<"GET", "/api/shop/products/yard-tee">>().toExtend<ReplyOf<"GET /api/shop/products/{slug}">>();
  expectTypeOf<BodyAt<"GET", `/api/orders/${string}`>["status"]>().not.toExtend<number>();
});

test("where the path says too little, a body has only what any endpoint refuses with", () => {
  expectTypeOf<BodyAt<"GET", string>>().toEqualTypeOf<Refusal>();
  expectTypeOf<BodyAt<"GET", "/api/nothing/of/the/kind">>().toEqualTypeOf<Refusal>();
});
