import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Errand, Sent } from '../../testing/api-programs/errand.ts';
import { PACE_SECONDS } from '../../testing/engine-world.ts';
import { enrolMachine } from '../../testing/machine.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const PROGRAMS = fileURLToPath(new URL('../../testing/api-programs', import.meta.url));
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
// Beside the compiler that the generators need (docs/decisions/0045-the-api-document-is-made-from-the-table.md).
const SERVER_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const PASSWORD = 'kiln-opening-in-spring-27';
const NAMES = ['ada.clay', 'grace.glaze'];
/** As a program of somebody else may check its types. */
const TYPESCRIPT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
  },
  files: ['with-openapi-fetch.ts', 'with-hey-api.ts'],
};

const HEY_API = {
  input: './openapi.json',
  output: { path: './hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
};

test('programs with the clients of two generators check their types and send a campaign', async (t) => {
  const app = await startTestApp(t);
  const document = await (await fetch(`${app.url}/api/docs/openapi.json`)).text();
  const folder = await generateClients(t, document);
  await run(folder, join(MODULES, 'typescript/bin/tsc'), ['--project', folder]);
  const admin = await app.signUp({ role: 'admin' });
  for (const program of ['with-openapi-fetch', 'with-hey-api']) {
    const username = program.replace('with-', '');
    await admin.call('POST /api/users', {
      body: { username, password: PASSWORD, subscription_end_date: '2999-12-31' },
    });
    const { sendCampaign } = (await import(pathToFileURL(join(folder, `${program}.ts`)).href)) as {
      sendCampaign(errand: Errand): Promise<Sent>;
    };
    const sent = await sendCampaign({
      url: app.url,
      username,
      password: PASSWORD,
      names: NAMES,
      deliver: (profile_path) => deliver(app, { username, profile_path }),
    });
    assert.deepEqual(
      sent,
      {
        username,
        added: 2,
        will: 2,
        status: 'completed',
        total_sent: 2,
        refusal: 'This campaign has ended and does not start again.',
      },
      program,
    );
  }
});

/** The clients that others generate from the document, beside the programs that use them. */
async function generateClients(t: TestContext, document: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-clients-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(PROGRAMS, folder, { recursive: true });
  await symlink(MODULES, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TYPESCRIPT));
  await writeFile(join(folder, 'openapi.json'), document);
  await writeFile(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(HEY_API)};`);
  await Promise.all([
    // By default it takes a field with a default for one that a body must have.
    run(folder, join(SERVER_MODULES, 'openapi-typescript/bin/cli.js'), [
      'openapi.json',
      '--output=openapi-typescript.ts',
      '--default-non-nullable=false',
    ]),
    run(folder, join(SERVER_MODULES, '@hey-api/openapi-ts/bin/run.js'), ['--file=openapi-ts.config.mjs']),
  ]);
  return folder;
}

async function run(cwd: string, program: string, options: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [program, ...options], { cwd }).catch(({ stdout, stderr }) =>
    assert.fail(`${program}: ${stdout}${stderr}`),
  );
}

/** The agent of the user's machine sends what is due, until nobody is left. */
async function deliver(
  app: TestApp,
  { username, profile_path }: { username: string; profile_path: string },
): Promise<void> {
  const { token, user } = await app.client()('POST /api/auth/login', {
    body: { username, password: PASSWORD },
  });
  const machine = await enrolMachine(app, { ...user, token, call: app.client(token) });
  await machine.report({ folders: [profile_path] });
  for (const _ of NAMES) {
    const { deliveries } = await machine.call('POST /api/agent/work', {
      body: { capacity: 1, wait_seconds: 0, profile_paths: [profile_path] },
    });
    for (const { token: delivery, campaign_id, recipient_id } of deliveries) {
      const params = { token: delivery };
      await machine.call('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
      const body = { campaign_id, recipient_id, outcome: 'sent' as const };
      await machine.call('POST /api/agent/deliveries/{token}/result', { params, body });
    }
    app.clock.advance(PACE_SECONDS * 1000);
  }
}
