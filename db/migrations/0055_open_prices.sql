-- An amount that guests name is all they pay: no share of it is called a fee. Orders keep what they were placed at.
update ticket_types set fee_cents = 0, version = version + 1 where pricing <> 'fixed' and fee_cents <> 0;
