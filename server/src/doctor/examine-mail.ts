import { type Finding, ok, problem } from '@pigeonpost/contract/doctor';
import type { Config } from '../config.ts';
import { createMailer } from '../mail/mailer.ts';

/** Whether the mail server takes the sign-in, and sends nothing; no finding where this server has no mail. */
export async function examineMail({ mail }: Pick<Config, 'mail'>, limitMs: number): Promise<Finding[]> {
  if (!mail) return [];
  const place = `${mail.host}:${mail.port}`;
  try {
    await createMailer(mail, { limitMs }).verify();
    return [ok('Mail', `${place} takes mail${mail.auth ? ` of ${mail.auth.user}` : ''}`)];
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'EAUTH')
      return [
        problem(
          'Mail',
          `${place} refuses the sign-in: ${message}`,
          'Correct the user and the password in SMTP_URL.',
        ),
      ];
    return [
      problem(
        'Mail',
        `${place} does not take mail: ${message}`,
        'Start it, or correct SMTP_URL, and look again.',
      ),
    ];
  }
}
