import type { TestContext } from 'node:test';
import type { MailSettings } from '../src/mail/mail-settings.ts';
import { type SignedUp, startTestApp, type TestApp } from '../src/testing/test-app.ts';
import type { TriedCall } from './every-call.ts';
import { countFrom, createOwnWorld, type OwnWorld } from './own-world.ts';
import { type Watch, watchRows, withoutRowSecurity } from './watch.ts';

/** A server with two users who own one of everything, and an administrator. */
export interface Stage extends Watch {
  app: TestApp;
  victim: OwnWorld;
  attacker: OwnWorld;
  admin: SignedUp;
}

// Far from each other and from every count, so that a number identifies its owner.
const VICTIM = 7_404_001;
const ATTACKER = 5_505_001;
const NEWCOMERS = 3_303_001;

/** No timer runs, so nothing is sent. */
const MAIL: MailSettings = {
  host: '127.0.0.1',
  port: 1,
  isSecure: false,
  isOwnMachine: true,
  auth: undefined,
  from: { name: '', address: 'pigeonpost@news.example.com' },
};

/** Starts it with row-level security switched off, so that a forgotten `user_id` shows. */
export async function setStage(t: TestContext): Promise<Stage> {
  const app = await startTestApp(t, { proxies: 1, mail: MAIL, publicUrl: 'https://news.example.com' });
  const admin = await app.signUp({ role: 'admin' });
  const victim = await createOwnWorld(app, { id: VICTIM, name: 'victim_zq', admin });
  const attacker = await createOwnWorld(app, { id: ATTACKER, name: 'bandit_zq', admin });
  await countFrom(app, NEWCOMERS);
  await withoutRowSecurity(app);
  return {
    app,
    victim,
    attacker,
    admin,
    ...(await watchRows(app, victim)),
  };
}

/** The attacker's token for a call, or the administrator's if it is one of theirs. */
export function tokenFor({ attacker, admin }: Stage, { call }: TriedCall): string | undefined {
  if (call.access === 'public') return undefined;
  if (call.access === 'admin') return admin.token;
  return call.access === 'agent' ? attacker.agent.token : attacker.user.token;
}
