import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { createClient } from '@pigeonpost/contract/client';
import type { Sender } from './senders.ts';

/** One of this many people replies. */
export const REPLY_OF = 20;

interface Reader {
  url: string;
  sender: Sender;
  /** The agent's token. */
  token: string;
}

/** The agent tells that it reads replies: from then on claims and begins look for them. */
export async function reportReader({ url, sender, token }: Reader): Promise<void> {
  const call = createClient({ baseUrl: url, token: () => token });
  await call('PUT /api/agent/machine', {
    body: {
      firefox: { detected: true, executable: '/firefox', version: '150.0', profiles_dir: '/p', error: null },
      profiles: sender.paths.map((path) => ({
        name: path,
        directory_name: path,
        path,
        size_mb: 1,
        is_default: false,
      })),
      open: [],
      drivers: ['bench'],
      reads_replies: true,
    },
  });
}

/** The user has the replies to these messages read: the agent's one reading of all profiles, in which 5 % answered. */
export async function readReplies({ url, sender, token }: Reader, sent: Delivery[]): Promise<void> {
  const user = createClient({ baseUrl: url, token: () => sender.user.token });
  const agent = createClient({ baseUrl: url, token: () => token });
  await user('POST /api/replies/read', { body: {} });
  const { requests } = await agent('POST /api/agent/work', {
    body: { capacity: 0, wait_seconds: 0, profile_paths: [] },
  });
  const [asked] = requests;
  if (!asked) throw new Error('The reading was not handed out.');
  const now = new Date().toISOString();
  const answered = sent.filter((_, place) => place % REPLY_OF === 0);
  const results = sender.paths.map((profile_path) => ({
    profile_path,
    read_to: now,
    replies: answered
      .filter(({ profile }) => profile.profile_path === profile_path)
      .map(({ recipient }) => ({ person: recipient, at: now, text: `Yes, says ${recipient}` })),
  }));
  await agent('POST /api/agent/requests/{id}/result', {
    params: { id: asked.id },
    body: { status: 'completed', results: { results } },
  });
}
