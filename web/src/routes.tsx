import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { currentUser } from './api/session.ts';
import { validateCampaignsSearch } from './features/campaigns/campaigns-search.ts';
import { validateDashboardSearch } from './features/dashboard/dashboard-search.ts';
import { validateRecipientsSearch } from './features/recipients/recipients-search.ts';
import { validateListSearch } from './list-search.ts';
import { paths } from './paths.ts';
import { ConfirmHost } from './ui/feedback/confirm-host.tsx';
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

/** An id in an address is a number; what is none is NaN, and its page says that there is nothing. */
const numericId = {
  parse: ({ id }: { id: string }) => ({ id: Number(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

/** Only for visitors: who is signed in goes to the dashboard. */
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: () => {
    if (currentUser()) throw redirect({ to: paths.dashboard, replace: true });
  },
});

/** Only for users: who is not signed in goes to /login. */
const users = createRoute({
  getParentRoute: () => root,
  id: 'users',
  beforeLoad: () => {
    if (!currentUser()) throw redirect({ to: paths.login, replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/signed-in.tsx'), 'SignedIn'),
});

const login = createRoute({
  getParentRoute: () => visitors,
  path: paths.login,
  component: lazyRouteComponent(() => import('./features/auth/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => visitors,
  path: paths.register,
  component: lazyRouteComponent(() => import('./features/auth/register-page.tsx'), 'RegisterPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: paths.forgotPassword,
  component: lazyRouteComponent(
    () => import('./features/auth/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});

/** Which machine a screen shows; without one, the first that is connected. */
function validateMachineSearch({ machine }: Record<string, unknown>): { machine?: number } {
  const id = Number(machine);
  return Number.isInteger(id) && id > 0 ? { machine: id } : {};
}

/** The screens inside the shell. */
const screens = [
  createRoute({
    getParentRoute: () => users,
    path: paths.dashboard,
    validateSearch: validateDashboardSearch,
    component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaigns,
    validateSearch: validateCampaignsSearch,
    component: lazyRouteComponent(() => import('./features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.newCampaign,
    component: lazyRouteComponent(
      () => import('./features/campaigns/new-campaign-page.tsx'),
      'NewCampaignPage',
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.campaign,
    params: numericId,
    component: lazyRouteComponent(() => import('./features/campaigns/campaign-page.tsx'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.profiles,
    validateSearch: validateListSearch,
    component: lazyRouteComponent(() => import('./features/profiles/profiles-page.tsx'), 'ProfilesPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.templates,
    validateSearch: validateListSearch,
    component: lazyRouteComponent(() => import('./features/templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.lists,
    validateSearch: validateListSearch,
    component: lazyRouteComponent(() => import('./features/lists/lists-page.tsx'), 'ListsPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.list,
    params: numericId,
    validateSearch: validateRecipientsSearch,
    component: lazyRouteComponent(
      () => import('./features/recipients/recipients-page.tsx'),
      'RecipientsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.firefoxProfiles,
    validateSearch: validateMachineSearch,
    component: lazyRouteComponent(
      () => import('./features/firefox-profiles/firefox-profiles-page.tsx'),
      'FirefoxProfilesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => users,
    path: paths.settings,
    component: lazyRouteComponent(() => import('./features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => users,
    path: '/recipients',
    beforeLoad: () => {
      throw redirect({ to: paths.lists, replace: true });
    },
  }),
];

/** Any other path, and / itself. */
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.dashboard, replace: true });
  },
});

/** The router of the product; every screen is a chunk of its own. */
export const router = createRouter({
  routeTree: root.addChildren([
    visitors.addChildren([login, register, forgotPassword]),
    users.addChildren(screens),
    anythingElse,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
