-- A checkout whose client lost its session is found by the hash of its secret key alone.
create index idempotency_keys_checkout on idempotency_keys (key) where route = 'POST /api/checkout';
