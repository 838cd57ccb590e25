import type { Principal } from "#server/platform/http/principal.ts";

/** A room as its owner module knows it: what it belongs to. */
export interface OwnedRoom {
  id: number;
  kind: string;
  ownerId: number;
}

/** What the module that has rooms of a kind decides about them. */
export interface ChatOwner {
  kind: string;
  /** True if a visitor may read the room. Without it, everyone may. */
  mayRead?: (visitor: Principal | undefined, room: OwnedRoom) => Promise<boolean>;
  /** True if someone has a ticket, for rooms of ticket holders. Without it, nobody has. */
  mayPost?: (visitor: Principal, room: OwnedRoom) => Promise<boolean>;
  /** True if someone hosts it: they moderate the room like staff. */
  isHost?: (visitor: Principal, room: OwnedRoom) => Promise<boolean>;
}

declare module "#server/platform/module-parts.ts" {
  interface ModuleParts {
    /** Chat rooms of a kind that belong to the module's own things. */
    chatOwner?: ChatOwner;
  }
}
