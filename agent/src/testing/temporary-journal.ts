import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from '@pigeonpost/contract/client';
import { openAgentDirectory } from '../storage/agent-directory.ts';
import { openJournal } from '../storage/journal.ts';
import type { JournalDelivery } from '../storage/journal-lines.ts';
import { manualClock } from './manual-clock.ts';

export const JOURNAL_OWNER = { server_id: 'server-a', user_id: 1 };

/** A delivery of `JOURNAL_OWNER`; they differ only in token and epoch. */
export function journalledDelivery(token: string, epoch = 1): JournalDelivery {
  return {
    ...JOURNAL_OWNER,
    epoch,
    token,
    campaign_id: 1,
    recipient_id: 2,
    recipient: `to ${token}`,
    profile_id: 3,
    profile_path: '/profiles/ada',
    message: 'Hi',
    grant_number: 1,
  };
}

interface Asked {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what was told.
  body: any;
}

/** A journal in its own folder, a manual clock, and a scripted server. */
export async function temporaryJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-journal-'));
  const directory = openAgentDirectory(folder);
  const clock = manualClock();
  const journal = await openJournal(directory, clock);
  const asked: Asked[] = [];
  const lines: string[] = [];
  const server = { answer: (_call: Asked): object => ({ recorded: true }) };
  const call = (async (name: string, { body }: { body: unknown }) => {
    const one = { name, body };
    asked.push(one);
    return server.answer(one);
  }) as unknown as Call;
  return {
    folder,
    clock,
    journal,
    asked,
    lines,
    server,
    call,
    log: (line: string) => void lines.push(line),
    async [Symbol.asyncDispose]() {
      await journal.close();
      directory.close();
      await rm(folder, { recursive: true });
    },
  };
}
