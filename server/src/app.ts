import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { agentCalls } from '@pigeonpost/contract/calls/agent';
import { agentsCalls } from '@pigeonpost/contract/calls/agents';
import { authCalls } from '@pigeonpost/contract/calls/auth';
import { campaignCalls } from '@pigeonpost/contract/calls/campaigns';
import { doNotContactCalls } from '@pigeonpost/contract/calls/do-not-contact';
import { firefoxProfileCalls } from '@pigeonpost/contract/calls/firefox-profiles';
import { listCalls } from '@pigeonpost/contract/calls/lists';
import { profileCalls } from '@pigeonpost/contract/calls/profiles';
import { recipientCalls } from '@pigeonpost/contract/calls/recipients';
import { settingsCalls } from '@pigeonpost/contract/calls/settings';
import { templateCalls } from '@pigeonpost/contract/calls/templates';
import { unreadCheckerCalls } from '@pigeonpost/contract/calls/unread-checker';
import { TIME_LIMITS_MS } from '@pigeonpost/contract/limits';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import type { Deps } from './deps.ts';
import { answerError, answerErrors } from './error-answers.ts';
import { agentRoutes } from './features/agent/routes.ts';
import { agentsRoutes } from './features/agents/routes.ts';
import { authRoutes } from './features/auth/routes.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { doNotContactRoutes } from './features/do-not-contact/routes.ts';
import { firefoxProfileRoutes } from './features/firefox-profiles/routes.ts';
import { listRoutes } from './features/lists/routes.ts';
import { profileRoutes } from './features/profiles/routes.ts';
import { recipientRoutes } from './features/recipients/routes.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { templateRoutes } from './features/templates/routes.ts';
import { unreadCheckerRoutes } from './features/unread-checker/routes.ts';
import { serveHealth } from './health.ts';
import { readJsonBodies } from './json-body.ts';
import { mountCalls } from './mount.ts';
import { servePages } from './pages.ts';
import type { Realtime } from './realtime.ts';
import { serveReference } from './reference.ts';

// Without it a client could send its body a byte an hour; the longest that any call may take is enough for all.
const REQUEST_TIMEOUT_MS = Math.max(...Object.values(TIME_LIMITS_MS));
// Firefox paths stand in addresses, and Fastify's own limit is 100.
const MAX_PARAM_LENGTH = 8192;

/** The composition root: every feature, mounted by name as soon as its routes exist. */
export async function buildApp(
  deps: Deps,
  { realtime, logger }: { realtime: Realtime; logger?: FastifyBaseLogger },
): Promise<FastifyInstance> {
  const app = Fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      answerError({ error: error as FastifyError, request, reply });
    },
  });
  answerErrors(app);
  readJsonBodies(app);
  await app.register(helmet, { contentSecurityPolicy, strictTransportSecurity: false });
  await app.register(rateLimit, { global: false });
  await app.register(compress);

  mountCalls(app, deps, { calls: authCalls, routes: authRoutes(deps) });
  mountCalls(app, deps, { calls: settingsCalls, routes: settingsRoutes(deps) });
  mountCalls(app, deps, { calls: templateCalls, routes: templateRoutes(deps) });
  mountCalls(app, deps, { calls: listCalls, routes: listRoutes(deps) });
  mountCalls(app, deps, { calls: recipientCalls, routes: recipientRoutes(deps) });
  mountCalls(app, deps, { calls: doNotContactCalls, routes: doNotContactRoutes(deps) });
  mountCalls(app, deps, { calls: profileCalls, routes: profileRoutes(deps) });
  mountCalls(app, deps, { calls: firefoxProfileCalls, routes: firefoxProfileRoutes(deps) });
  mountCalls(app, deps, { calls: unreadCheckerCalls, routes: unreadCheckerRoutes(deps) });
  mountCalls(app, deps, { calls: campaignCalls, routes: campaignRoutes(deps) });
  mountCalls(app, deps, { calls: agentsCalls, routes: agentsRoutes(deps) });
  mountCalls(app, deps, { calls: agentCalls, routes: agentRoutes(deps) });
  serveHealth(app, deps);
  await serveReference(app);
  await servePages(app);

  realtime.attach(app.server, deps);
  endGently(app, deps, realtime);
  return app;
}

const contentSecurityPolicy = {
  directives: {
    defaultSrc: ["'self'"],
    // Mantine sets style attributes; scripts stay strict.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    // Without TLS in front, asking for https would break every address.
    upgradeInsecureRequests: null,
  },
};

/** Lets close() end: live connections are cut, waiting polls answer, and what is under way is the last on its connection. */
function endGently(app: FastifyInstance, deps: Deps, realtime: Realtime): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    realtime.close();
    deps.nudges.close();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
