/**
 * The keys of the query cache that more than one file uses, one object a noun. Every key of a noun begins with `all`,
 * so that a change or an event can refetch everything shown of it; `pages` are the pages of its list.
 */
export const campaignKeys = {
  all: ['campaigns'],
  pages: ['campaigns', 'list'],
  plans: ['campaigns', 'plan'],
  one: (id: number) => ['campaigns', 'one', id],
  people: (id: number) => ['campaigns', 'people', id],
  performance: (id: number) => ['campaigns', 'performance', id],
  next: (id: number) => ['campaigns', 'next', id],
  dashboard: ['campaigns', 'dashboard'],
  log: ['campaigns', 'log'],
};

export const needsYouKeys = { all: ['needs-you'] };

export const profileKeys = {
  all: ['profiles'],
  pages: ['profiles', 'list'],
  performance: ['profiles', 'performance'],
  windowRequests: ['profiles', 'requests'],
};

export const agentKeys = { all: ['agents'] };

export const doNotContactKeys = { all: ['do-not-contact'], pages: ['do-not-contact', 'list'] };

export const fieldKeys = { all: ['fields'] };

export const listKeys = { all: ['lists'], pages: ['lists', 'list'] };

export const notificationKeys = {
  newest: ['notifications', 'newest'],
  choices: ['notifications', 'choices'],
};

export const peopleKeys = { all: ['people'] };

export const recipientKeys = { all: ['recipients'], pages: ['recipients', 'list'] };

export const replyKeys = {
  all: ['replies'],
  ofCampaign: (id: number) => ['replies', 'campaign', id],
  reading: ['replies', 'reading'],
  settings: ['replies', 'settings'],
};

export const searchKeys = { all: ['search'] };

export const tagKeys = { all: ['tags'] };

export const templateKeys = { all: ['templates'], pages: ['templates', 'list'] };

export const ticketKeys = {
  all: ['tickets'],
  pages: ['tickets', 'list'],
  one: (id: number) => ['tickets', 'one', id],
};

export const viewKeys = { all: ['views'] };

export const userKeys = { all: ['users'] };
