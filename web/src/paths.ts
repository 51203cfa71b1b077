/** The addresses of every screen (spec 1 and 2, section 2). */
export const paths = {
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  dashboard: '/dashboard',
  campaigns: '/campaigns',
  newCampaign: '/campaigns/new',
  campaign: (id: number) => `/campaigns/${id}`,
  profiles: '/profiles',
  templates: '/templates',
  lists: '/lists',
  list: (id: number) => `/lists/${id}`,
  settings: '/settings',
};
