import { ApiError } from '@pigeonpost/contract/client';

/** The text of a failure, and, if it is the screen's own, the reason. */
type Failure = { text: string; reason?: string | undefined };

/**
 * The server's sentence if it refused with one; else `own`, the text of the screen, with the known reason
 * (docs/behaviour.md#errors). The only place that decides the text of a failed call.
 */
export function failureOf(error: unknown, own: string): Failure {
  if (!(error instanceof ApiError)) return { text: own };
  if (error.refusal) return { text: error.refusal };
  const { request_id } = error.body;
  const reference = request_id === undefined ? '' : ` Reference: ${request_id}`;
  return { text: own, reason: `${error.message}${reference}` || undefined };
}

/** The same in one line, for a field or a form. */
export function failureLine(error: unknown, own: string): string {
  const { text, reason } = failureOf(error, own);
  return reason ? `${text.replace(/\.$/, '')}. ${reason}` : text;
}

/** Why a call failed, for a text that continues with the reason; '' if it is unknown. */
export function reasonOf(error: unknown): string {
  const { text, reason } = failureOf(error, '');
  return text || reason || '';
}
