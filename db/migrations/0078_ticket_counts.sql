-- An event's sold tickets and comps are counted from the index alone: an order says whether its tickets are comps.
drop index tickets_of_event;
create index tickets_of_event on tickets (event_id, ticket_type_id, status) include (order_id);
