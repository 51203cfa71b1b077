// Over 300 lines: an entry for each screen.

import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { savePlace } from './api/drafts.ts';
import { currentUser, placeToReturn } from './api/session.ts';
import { validateAuditSearch } from './features/audit-log/audit-search.ts';
import { validateCampaignsSearch } from './features/campaigns/list/campaigns-search.ts';
import { validateDashboardSearch } from './features/dashboard/dashboard-search.ts';
import { validateRepliesSearch } from './features/replies/replies-search.ts';
import { LINES, lineOf, validateLineSearch } from './features/settings/parts/lines.ts';
import { validateSupportSearch } from './features/support/support-search.ts';
import { validateUsersSearch } from './features/users/users-search.ts';
import { validateListSearch } from './list-search.ts';
import { paths } from './paths.ts';
import {
  validateGallerySearch,
  validateListsSearch,
  validateMachineSearch,
  validateNewCampaignSearch,
  validatePairSearch,
  validatePeopleSearch,
  validatePersonSearch,
  validateProfilesSearch,
  validateRecipientsSearch,
} from './search-params.ts';
import { ConfirmHost } from './ui/feedback/confirm-host.tsx';
import { lazyScreen } from './ui/feedback/lazy-part.tsx';
import { RouteFailure } from './ui/feedback/part-failure.tsx';
import { ToastHost } from './ui/feedback/toast-host.tsx';

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <ConfirmHost />
      <ToastHost />
    </>
  ),
});

/** An id in an address is a number; an invalid one is NaN, and its page shows 'not found'. */
const numericId = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

const VISITOR_PATHS: string[] = [paths.login, paths.register, paths.forgotPassword];

/** Only for visitors: a signed-in user goes to the place where the session ended, else to the dashboard. */
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: () => {
    if (!currentUser()) return;
    const place = placeToReturn();
    if (!place || VISITOR_PATHS.includes(place.replace(/\?.*/, ''))) {
      throw redirect({ to: paths.dashboard, replace: true });
    }
    throw redirect({ href: place, replace: true });
  },
});

/** Only for users: a visitor goes to /login. */
const users = createRoute({
  getParentRoute: () => root,
  id: 'users',
  beforeLoad: ({ location: { pathname, href } }) => {
    if (currentUser()) return;
    // An agent opened it: after the log-in its code is still there.
    if (pathname === paths.pair) savePlace(href);
    throw redirect({ to: paths.login, replace: true });
  },
  component: lazyScreen(() => import('./shell/signed-in.tsx').then((m) => m.SignedIn), 'first-screen'),
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: paths.login,
  component: lazyScreen(() => import('./features/auth/login-page.tsx').then((m) => m.LoginPage)),
});

const register = createRoute({
  getParentRoute: () => visitors,
  path: paths.register,
  component: lazyScreen(() => import('./features/auth/register-page.tsx').then((m) => m.RegisterPage)),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: paths.forgotPassword,
  component: lazyScreen(() =>
    import('./features/auth/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage),
  ),
});

/** For everybody, because a signed-in user may open a link of another account. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  component: lazyScreen(() =>
    import('./features/auth/reset-password-page.tsx').then((m) => m.ResetPasswordPage),
  ),
});

/** For everybody, because the mail may be read in another browser. */
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: paths.confirmEmail,
  component: lazyScreen(() =>
    import('./features/auth/confirm-email-page.tsx').then((m) => m.ConfirmEmailPage),
  ),
});

/** The frame of Settings; the address of a part names the line that is open. */
const settings = createRoute({
  getParentRoute: () => users,
  id: 'settings',
  validateSearch: validateLineSearch,
  component: lazyScreen(() => import('./features/settings/settings-frame.tsx').then((m) => m.SettingsFrame)),
});

/** The parts of Settings. */
const settingsParts = [
  createRoute({
    getParentRoute: () => settings,
    path: paths.settings,
    // All of Settings stood here once: an address that names a line leads to its part.
    beforeLoad: ({ location: { hash } }) => {
      const line = lineOf(hash);
      if (line) throw redirect({ to: LINES[line].to, search: { line }, replace: true });
    },
    component: lazyScreen(() => import('./features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: paths.settingsSending,
    component: lazyScreen(() =>
      import('./features/settings/sending/sending-part.tsx').then((m) => m.SendingPart),
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: paths.settingsPeople,
    component: lazyScreen(() =>
      import('./features/settings/people/people-part.tsx').then((m) => m.PeoplePart),
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: paths.settingsAgents,
    component: lazyScreen(() =>
      import('./features/settings/agents/agents-part.tsx').then((m) => m.AgentsPart),
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: paths.settingsAccount,
    component: lazyScreen(() =>
      import('./features/settings/account/account-part.tsx').then((m) => m.AccountPart),
    ),
  }),
];

/** The screens inside the shell. */
const screens = [
  createRoute({
    getParentRoute: () => users,
    path: paths.dashboard,
    validateSearch: validateDashboardSearch,
    component: lazyScreen(
      () => import('./features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
      'first-screen',
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaigns,
    validateSearch: validateCampaignsSearch,
    component: lazyScreen(() =>
      import('./features/campaigns/list/campaigns-page.tsx').then((m) => m.CampaignsPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.newCampaign,
    validateSearch: validateNewCampaignSearch,
    component: lazyScreen(() =>
      import('./features/campaigns/form/new-campaign-page.tsx').then((m) => m.NewCampaignPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaign,
    params: numericId,
    component: lazyScreen(() =>
      import('./features/campaigns/page/campaign-page.tsx').then((m) => m.CampaignPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaignEdit,
    params: numericId,
    component: lazyScreen(() =>
      import('./features/campaigns/form/edit-campaign-page.tsx').then((m) => m.EditCampaignPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaignPeople,
    params: numericId,
    validateSearch: validatePeopleSearch,
    component: lazyScreen(() =>
      import('./features/campaigns/people/people-page.tsx').then((m) => m.PeoplePage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaignPlan,
    params: numericId,
    component: lazyScreen(() => import('./features/campaigns/plan/plan-page.tsx').then((m) => m.PlanPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.profiles,
    validateSearch: validateProfilesSearch,
    component: lazyScreen(() => import('./features/profiles/profiles-page.tsx').then((m) => m.ProfilesPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.templates,
    validateSearch: validateListSearch,
    component: lazyScreen(() =>
      import('./features/templates/templates-page.tsx').then((m) => m.TemplatesPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.lists,
    validateSearch: validateListsSearch,
    component: lazyScreen(() => import('./screens/lists-page.tsx').then((m) => m.ListsPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.list,
    params: numericId,
    validateSearch: validateRecipientsSearch,
    component: lazyScreen(() =>
      import('./features/recipients/recipients-page.tsx').then((m) => m.RecipientsPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.person,
    validateSearch: validatePersonSearch,
    component: lazyScreen(() => import('./features/people/person-page.tsx').then((m) => m.PersonPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.unreadChecker,
    component: lazyScreen(() =>
      import('./features/unread-checker/unread-checker-page.tsx').then((m) => m.UnreadCheckerPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.firefoxProfiles,
    validateSearch: validateMachineSearch,
    component: lazyScreen(() =>
      import('./features/firefox-profiles/firefox-profiles-page.tsx').then((m) => m.FirefoxProfilesPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.replies,
    validateSearch: validateRepliesSearch,
    component: lazyScreen(() => import('./features/replies/replies-page.tsx').then((m) => m.RepliesPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.support,
    validateSearch: validateSupportSearch,
    component: lazyScreen(() => import('./features/support/support-page.tsx').then((m) => m.SupportPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.ticket,
    params: numericId,
    component: lazyScreen(() => import('./features/support/ticket-page.tsx').then((m) => m.TicketPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.pair,
    validateSearch: validatePairSearch,
    component: lazyScreen(() => import('./features/agents/pair-page.tsx').then((m) => m.PairPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.users,
    validateSearch: validateUsersSearch,
    // Only for administrators: the server refuses other users as well.
    beforeLoad: () => {
      if (currentUser()?.role !== 'admin') throw redirect({ to: paths.dashboard, replace: true });
    },
    component: lazyScreen(() => import('./features/users/users-page.tsx').then((m) => m.UsersPage)),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.auditLog,
    validateSearch: validateAuditSearch,
    beforeLoad: () => {
      if (currentUser()?.role !== 'admin') throw redirect({ to: paths.dashboard, replace: true });
    },
    component: lazyScreen(() =>
      import('./features/audit-log/audit-log-page.tsx').then((m) => m.AuditLogPage),
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/recipients',
    beforeLoad: () => {
      throw redirect({ to: paths.lists, replace: true });
    },
  }),
];

/** Every part of ui/ in its states, only on Vite's own server: a build, also that for page tests, leaves it out. */
const gallery =
  import.meta.env.MODE === 'development'
    ? [
        createRoute({
          getParentRoute: () => root,
          path: '/gallery/{-$folder}',
          validateSearch: validateGallerySearch,
          component: lazyScreen(() => import('./gallery/gallery-page.tsx').then((m) => m.GalleryPage)),
        }),
      ]
    : [];

/** Any other path, and / itself. */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

/** The router of the product; every screen has its own chunk. */
export const router = createRouter({
  routeTree: root.addChildren([
    visitors.addChildren([login, register, forgotPassword]),
    resetPassword,
    confirmEmail,
    users.addChildren([...screens, settings.addChildren(settingsParts)]),
    ...gallery,
    anythingElse,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
