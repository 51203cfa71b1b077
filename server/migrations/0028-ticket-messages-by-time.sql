-- How many messages a user wrote within a day is counted with each one.
create index ticket_messages_newest on ticket_messages (user_id, created_at);
