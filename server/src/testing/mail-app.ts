import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { answerWishes } from '../features/auth/answer-wishes.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { sendMails } from '../features/mail/send-mails.ts';
import { type CaughtMail, startMailServer } from './mail-server.ts';
import { type SignedUp, type SignUpOptions, startTestApp } from './test-app.ts';

/** A user whose password is known. */
export type Person = SignedUp & { password: string };

/** A server with mail, whose timers for mail run when the test says so. */
export async function startMailApp(t: TestContext) {
  const smtp = await startMailServer(t);
  const app = await startTestApp(t, { mail: smtp.settings, publicUrl: 'https://news.example.com' });
  const running = new AbortController().signal;
  /** Has a server send what is due, and gives what arrived by it. */
  const deliver = async ({ deps } = app): Promise<CaughtMail[]> => {
    await answerWishes(deps, running);
    await sendMails(deps, running);
    return smtp.mails.splice(0);
  };
  const setEmail = (user: SignedUp, email: string | null, current_password?: string) =>
    user.call('PUT /api/account/email', {
      body: { email, ...(current_password !== undefined && { current_password }) },
    });
  const signUp = async (options?: SignUpOptions): Promise<Person> => {
    const user = await app.signUp(options);
    const password = 'kiln-9000';
    await app.database.pool.query('update users set password_hash = $2 where id = $1', [
      user.id,
      await hashPassword(password),
    ]);
    return { ...user, password };
  };
  const confirm = (token: string) => app.client()('POST /api/auth/confirm-email', { body: { token } });
  return {
    app,
    smtp,
    signUp,
    deliver,
    setEmail,
    confirm,
    /** Gives a user a confirmed address. */
    async giveAddress(user: Person, email: string): Promise<void> {
      await setEmail(user, email, user.password);
      await confirm(tokenOf((await deliver())[0]));
    },
  };
}

/** The token in the link of a mail. */
export function tokenOf(mail: CaughtMail | undefined): string {
  const [, token = ''] = /#token=(\S+)/.exec(mail?.text ?? '') ?? [];
  assert.notEqual(token, '', 'the mail has no link');
  return token;
}
