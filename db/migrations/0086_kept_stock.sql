-- What is kept for comps is held forever, not for as long as a payment takes: buyers see it as sold.
update holds set expires_at = 'infinity'
from comp_batches b where b.id = holds.holder_id and b.status = 'running' and holds.status = 'active';
