/** The addresses of every screen. */
export const paths = {
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  campaign: '/campaigns/$id',
  campaignEdit: '/campaigns/$id/edit',
  campaignPeople: '/campaigns/$id/recipients',
  campaignPlan: '/campaigns/$id/plan',
  profiles: '/profiles',
  templates: '/templates',
  lists: '/lists',
  list: '/lists/$id',
  person: '/people/$name',
  unreadChecker: '/unread-checker',
  firefoxProfiles: '/firefox-profiles',
  support: '/support',
  ticket: '/support/$id',
  settings: '/settings',
  pair: '/pair',
  users: '/users',
  auditLog: '/audit-log',
} as const;

/** A screen whose address has no parameters. */
export type ScreenPath = Exclude<(typeof paths)[keyof typeof paths], `${string}$${string}`>;
