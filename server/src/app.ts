import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import type { CallDefinition } from '@pigeonpost/contract/call';
import { calls } from '@pigeonpost/contract/calls';
import { accountCalls } from '@pigeonpost/contract/calls/account';
import { agentProtocolCalls } from '@pigeonpost/contract/calls/agent-protocol';
import { agentCalls } from '@pigeonpost/contract/calls/agents';
import { auditLogCalls } from '@pigeonpost/contract/calls/audit-log';
import { authCalls } from '@pigeonpost/contract/calls/auth';
import { campaignLifecycleCalls } from '@pigeonpost/contract/calls/campaign-lifecycle';
import { campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import { dashboardCalls } from '@pigeonpost/contract/calls/dashboard';
import { doNotContactCalls } from '@pigeonpost/contract/calls/do-not-contact';
import { fieldCalls } from '@pigeonpost/contract/calls/fields';
import { firefoxProfileCalls } from '@pigeonpost/contract/calls/firefox-profiles';
import { followUpCalls } from '@pigeonpost/contract/calls/follow-up';
import { freezeCalls } from '@pigeonpost/contract/calls/freeze';
import { importCalls } from '@pigeonpost/contract/calls/imports';
import { listSetCalls } from '@pigeonpost/contract/calls/list-sets';
import { listCalls } from '@pigeonpost/contract/calls/lists';
import { nextPeopleCalls } from '@pigeonpost/contract/calls/next-people';
import { notificationCalls } from '@pigeonpost/contract/calls/notifications';
import { pairingCalls } from '@pigeonpost/contract/calls/pairings';
import { peopleCalls } from '@pigeonpost/contract/calls/people';
import { planCalls } from '@pigeonpost/contract/calls/plans';
import { profileWindowCalls } from '@pigeonpost/contract/calls/profile-windows';
import { profileCalls } from '@pigeonpost/contract/calls/profiles';
import { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { repliesCalls } from '@pigeonpost/contract/calls/replies';
import { replyReadingCalls } from '@pigeonpost/contract/calls/reply-readings';
import { searchCalls } from '@pigeonpost/contract/calls/search';
import { settingsCalls } from '@pigeonpost/contract/calls/settings';
import { siteCalls } from '@pigeonpost/contract/calls/site';
import { stopLinkCalls } from '@pigeonpost/contract/calls/stop-link';
import { supportCalls } from '@pigeonpost/contract/calls/support';
import { tagCalls } from '@pigeonpost/contract/calls/tags';
import { takeOutCalls } from '@pigeonpost/contract/calls/take-out';
import { templateCalls } from '@pigeonpost/contract/calls/templates';
import { testCalls } from '@pigeonpost/contract/calls/tests';
import { unreadCheckerCalls } from '@pigeonpost/contract/calls/unread-checker';
import { userCalls } from '@pigeonpost/contract/calls/users';
import { viewCalls } from '@pigeonpost/contract/calls/views';
import { PUBLIC_BODY_LIMIT } from '@pigeonpost/contract/limits';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import { findLoginSession } from './access/authenticate.ts';
import { addressOfRequest, networkOf } from './access/caller-address.ts';
import type { Deps } from './deps.ts';
import { agentProtocolRoutes } from './features/agent-protocol/routes.ts';
import { agentRoutes } from './features/agents/routes.ts';
import { serveAgentFiles } from './features/agents/serve-agent-files.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { followUpRoutes } from './features/campaigns/follow-ups/follow-up-routes.ts';
import { lifecycleRoutes } from './features/campaigns/lifecycle/lifecycle-routes.ts';
import { nextPeopleRoutes } from './features/campaigns/people/next-people.ts';
import { takeOutRoutes } from './features/campaigns/people/take-out-routes.ts';
import { planRoutes } from './features/campaigns/plan/plan-routes.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { doNotContactRoutes } from './features/do-not-contact/routes.ts';
import { emailAddressRoutes } from './features/email-address/routes.ts';
import { fieldRoutes } from './features/fields/routes.ts';
import { firefoxProfileRoutes } from './features/firefox-profiles/routes.ts';
import { freezeRoutes } from './features/freeze/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { listSetRoutes } from './features/list-sets/routes.ts';
import { listRoutes } from './features/lists/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { serveUnsubscribe } from './features/notifications/serve-unsubscribe.ts';
import { pairingRoutes } from './features/pairings/routes.ts';
import { peopleRoutes } from './features/people/routes.ts';
import { profileRoutes } from './features/profiles/routes.ts';
import { recipientRoutes } from './features/recipients/routes.ts';
import { replyReadingRoutes } from './features/replies/reading-routes.ts';
import { repliesRoutes } from './features/replies/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { siteRoutes } from './features/site/routes.ts';
import { stopLinkRoutes } from './features/stop-link/routes.ts';
import { answerUnreadable, serveStopLinks } from './features/stop-link/serve-page.ts';
import { supportRoutes } from './features/support/routes.ts';
import { tagRoutes } from './features/tags/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { testRoutes } from './features/tests/routes.ts';
import { unreadCheckerRoutes } from './features/unread-checker/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { readJsonBodies } from './http/bodies/json-body.ts';
import { answerClientError, answerError, answerErrors } from './http/error-answers.ts';
import { addGracefulShutdown } from './http/graceful-shutdown.ts';
import { serveHealth } from './http/health.ts';
import { limitUnfinished } from './http/limit-unfinished.ts';
import { createMount } from './http/mount.ts';
import { allowOrigins, connectSources } from './http/other-origins.ts';
import { servePages } from './http/pages.ts';
import { serveReference } from './http/reference/serve-reference.ts';
import { guardRequests, MAX_PARAM_LENGTH, refuseHost } from './http/request-guards.ts';
import { refuseUpgrades, takesUpgrade } from './http/upgrades.ts';
import { measureAnswers, serveMetrics } from './metrics/serve-metrics.ts';
import type { Realtime } from './realtime.ts';

// Without it a client could send its body at a byte an hour. The longest time that any call may take suits all calls.
const REQUEST_TIMEOUT_MS = Math.max(
  ...Object.values<CallDefinition>(calls).map(({ timeLimitMs }) => timeLimitMs ?? 0),
);

// Headers are a few hundred bytes, which come at once.
const HEADERS_TIMEOUT_MS = 20_000;
const HEADERS_CHECKED_EVERY_MS = 5_000;

// A page of rows: compressing it takes a fraction of what a stream for it does. The default is 4 or 8 kB.
const COMPRESSED_AT_ONCE_BYTES = 65_536;

/** The composition root: mounts the routes of every feature. */
export async function buildApp(
  deps: Deps,
  { realtime, logger }: { realtime: Realtime; logger?: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all calls: few of them log, and those name the call themselves.
    childLoggerFactory: (log) => log,
    genReqId: nameRequests(),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // Trust X-Forwarded-For for the first N hops only.
    trustProxy: (_address, hop) => hop < deps.config.proxies,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // For a body sent to an address without a call.
    bodyLimit: PUBLIC_BODY_LIMIT,
    // After the open calls are answered: the graceful shutdown waits for them.
    forceCloseConnections: true,
    // A call that comes during closing is answered normally: addGracefulShutdown.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    http: {
      shouldUpgradeCallback: takesUpgrade,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_CHECKED_EVERY_MS,
    },
    frameworkErrors: (error, request, reply) => {
      if (answerUnreadable(request, reply)) return;
      answerError({ error: error as FastifyError, request, reply, watches: deps });
    },
  });
  answerErrors(app, deps);
  guardRequests(app, deps.config);
  await allowOrigins(app, deps.config.origins);
  refuseUpgrades(app);
  readJsonBodies(app);
  measureAnswers(app, deps.metrics);
  const setSecurityHeaders = securityHeaders(deps.config.origins);
  // With the answer and not before it, because thousands of polls wait for theirs.
  app.addHook('onSend', (request, reply, _payload, done) =>
    setSecurityHeaders(request.raw, reply.raw, () => done()),
  );
  await app.register(rateLimit, { global: false });
  // Before compress, because the pages' files are compressed already.
  await servePages(app, deps.config.pages);
  await app.register(compress, { globalDecompression: false, syncThreshold: COMPRESSED_AT_ONCE_BYTES });

  mountCalls(app, deps);
  serveHealth(app, deps);
  serveAgentFiles(app, deps);
  serveStopLinks(app, deps);
  serveUnsubscribe(app, deps);
  serveMetrics(app, deps.metrics, deps.config.metricsToken);
  await serveReference(app);

  attachRealtime(app, { deps, realtime });
  if (deps.config.proxies === 0) limitUnfinished(app.server, deps.clock);
  addGracefulShutdown(app, {
    nudges: deps.nudges,
    realtime,
    clock: deps.clock,
    isBehindProxy: deps.config.proxies > 0,
  });
  return app;
}

/** Live connections come by the same port, and are refused like calls. */
function attachRealtime(app: FastifyInstance, { deps, realtime }: { deps: Deps; realtime: Realtime }): void {
  realtime.attach(app.server, {
    findSession: (token) => findLoginSession(deps, token),
    refuse: (request) => refuseHost(app, deps.config, request)?.error,
    networkOf: (request) => networkOf(addressOfRequest(request, deps.config)),
    clock: deps.clock,
  });
}

/** Gives each call a name that is unique across processes, and short, because each poll keeps it. */
function nameRequests(): () => string {
  const [prefix] = randomUUID().split('-');
  let count = 0;
  return () => `${prefix}-${++count}`;
}

const securityHeaders = (origins: readonly string[]) =>
  helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Mantine sets style attributes; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        // Also allows live connections: a socket to the page's own host and port counts as 'self'.
        connectSrc: ["'self'", ...connectSources(origins)],
        // Without TLS in front, asking for https would break every address.
        upgradeInsecureRequests: null,
      },
    },
  });

/** Every call, by feature. */
function mountCalls(app: FastifyInstance, deps: Deps): void {
  const mount = createMount(app, deps);
  mount({ calls: authCalls, routes: authRoutes(deps) });
  mount({ calls: accountCalls, routes: emailAddressRoutes(deps) });
  mount({ calls: settingsCalls, routes: settingsRoutes(deps) });
  mount({ calls: notificationCalls, routes: notificationRoutes(deps) });
  mount({ calls: siteCalls, routes: siteRoutes(deps) });
  mount({ calls: templateCalls, routes: templateRoutes(deps) });
  mount({ calls: listCalls, routes: listRoutes(deps) });
  mount({ calls: listSetCalls, routes: listSetRoutes(deps) });
  mount({ calls: recipientCalls, routes: recipientRoutes(deps) });
  mount({ calls: peopleCalls, routes: peopleRoutes(deps) });
  mount({ calls: repliesCalls, routes: repliesRoutes(deps) });
  mount({ calls: replyReadingCalls, routes: replyReadingRoutes(deps) });
  mount({ calls: fieldCalls, routes: fieldRoutes(deps) });
  mount({ calls: tagCalls, routes: tagRoutes(deps) });
  mount({ calls: viewCalls, routes: viewRoutes(deps) });
  mount({ calls: importCalls, routes: importRoutes(deps) });
  mount({ calls: doNotContactCalls, routes: doNotContactRoutes(deps) });
  mount({ calls: stopLinkCalls, routes: stopLinkRoutes() });
  mount({ calls: { ...profileCalls, ...profileWindowCalls }, routes: profileRoutes(deps) });
  mount({ calls: firefoxProfileCalls, routes: firefoxProfileRoutes(deps) });
  mount({ calls: unreadCheckerCalls, routes: unreadCheckerRoutes(deps) });
  mount({ calls: campaignCalls, routes: campaignRoutes(deps) });
  mount({ calls: campaignLifecycleCalls, routes: lifecycleRoutes(deps) });
  mount({ calls: followUpCalls, routes: followUpRoutes(deps) });
  mount({ calls: nextPeopleCalls, routes: nextPeopleRoutes(deps) });
  mount({ calls: planCalls, routes: planRoutes(deps) });
  mount({ calls: takeOutCalls, routes: takeOutRoutes(deps) });
  mount({ calls: testCalls, routes: testRoutes(deps) });
  mount({ calls: dashboardCalls, routes: dashboardRoutes(deps) });
  mount({ calls: searchCalls, routes: searchRoutes(deps) });
  mount({ calls: agentCalls, routes: agentRoutes(deps) });
  mount({ calls: pairingCalls, routes: pairingRoutes(deps) });
  mount({ calls: freezeCalls, routes: freezeRoutes(deps) });
  mount({ calls: userCalls, routes: userRoutes(deps) });
  mount({ calls: auditLogCalls, routes: auditLogRoutes() });
  mount({ calls: supportCalls, routes: supportRoutes(deps) });
  mount({ calls: agentProtocolCalls, routes: agentProtocolRoutes(deps) });
}
