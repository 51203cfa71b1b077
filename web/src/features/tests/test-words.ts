import type { TestMessage } from '@pigeonpost/contract/calls/tests';
import { formatClock } from '../../format/format-time.ts';

/** How far a test is, as a sentence. */
export function testWords({ state, reason, at, profile_name, recipient }: TestMessage): string {
  switch (state) {
    case 'waiting':
      return reason ?? 'Waiting for the agent…';
    case 'sending':
      return `Sending from ${profile_name}…`;
    case 'sent':
      return `Sent to ${recipient.includes('@') ? recipient : `@${recipient}`} at ${formatClock(at ?? '')}.`;
    case 'unclear':
      return `It may have arrived: ${reason ?? 'its agent did not say.'}`;
    case 'failed':
      return reason ?? 'Nothing was sent.';
  }
}
