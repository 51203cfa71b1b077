import { ApiError } from '@pigeonpost/contract/client';

/** What is said of a failure, and, where the text is the screen's own, why. */
type Failure = { text: string; reason?: string | undefined };

/**
 * The server's sentence where it refused with one; else `own`, the text of the screen, with what is known of the
 * reason (docs/behaviour.md#errors). Nothing else decides what is said of a call that failed.
 */
export function failureOf(error: unknown, own: string): Failure {
  if (!(error instanceof ApiError)) return { text: own };
  if (error.refusal) return { text: error.refusal };
  const { request_id } = error.body;
  const reference = request_id === undefined ? '' : ` Reference: ${request_id}`;
  return { text: own, reason: `${error.message}${reference}` || undefined };
}

/** The same in one line, for the place of a field or a form. */
export function failureLine(error: unknown, own: string): string {
  const { text, reason } = failureOf(error, own);
  return reason ? `${text.replace(/\.$/, '')}. ${reason}` : text;
}

/** Why a call failed, for a text that goes on with the reason; '' where nothing is known. */
export function reasonOf(error: unknown): string {
  const { text, reason } = failureOf(error, '');
  return text || reason || '';
}
