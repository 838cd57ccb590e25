-- The campaign of a sale through a promoter's link is the link's code. All sales are rolled up again.
update roll_up_progress set up_to = '-infinity' where name = 'sales';
