-- Whether the agent's site driver counts unread messages: not every site tells how many there are.
alter table agents add counts_unread boolean not null default true;
