const cart = "insert into carts (token_hash) values ('\\x01')";
const lines = (units: string, items = "1") => `
  insert into cart_lines (cart_id, kind, item_id, quantity)
  select c.id, 'variant', i, ${units} from carts c, generate_series(1, ${items}) i`;
const anyUser = "(select min(id) from users)";

/** Ways to break the invariants of carts. */
export const breakages: Record<string, string[][]> = {
  "I-88": [
    ["alter table carts drop constraint carts_check", "insert into carts default values"],
    [
      "alter table carts drop constraint carts_user_id_key",
      `insert into carts (user_id) values (${anyUser}), (${anyUser})`,
    ],
    [
      "alter table carts drop constraint carts_token_hash_key",
      "insert into carts (token_hash) values ('\\x01'), ('\\x01')",
    ],
  ],
  "I-89": [
    [cart, lines("1", "21")],
    ["alter table cart_lines drop constraint cart_lines_quantity_check", cart, lines("0")],
    ["alter table cart_lines drop constraint cart_lines_quantity_check", cart, lines("101")],
  ],
};
