import { type Answer, createClient } from '@pigeonpost/contract/client';
import type { Visitor } from './site.ts';

type Outcome = 'sent' | 'not_found' | 'blocked';
type Delivery = Answer<'POST /api/agent/work'>['deliveries'][number];

/** A machine without a Firefox, which claims what a test tells it to. */
export interface ScriptedAgent {
  /** Takes the next delivery, carries it out as told, and answers who it was for. */
  deliver(outcome: Outcome): Promise<string>;
}

/** Enrols a machine that can drive every profile of the visitor. */
export async function startScriptedAgent(site: { url: string }, visitor: Visitor): Promise<ScriptedAgent> {
  const { agent_token } = await visitor.call('POST /api/agent/enrol', {
    body: { machine_name: 'studio-mac', platform: 'darwin', agent_version: '0.1.0' },
  });
  const call = createClient({ baseUrl: site.url, token: () => agent_token });
  const { profiles } = await visitor.call('GET /api/profiles');
  const profile_paths = profiles.map(({ profile_path }) => profile_path);
  await call('PUT /api/agent/machine', {
    body: {
      firefox: {
        detected: true,
        executable: '/usr/bin/firefox',
        version: '153.0',
        profiles_dir: '/p',
        error: null,
      },
      profiles: profile_paths.map((path) => ({
        name: path,
        directory_name: path,
        path,
        size_mb: 40,
        is_default: false,
      })),
      open: [],
      drivers: ['practice'],
    },
  });
  const nextDelivery = async (): Promise<Delivery> => {
    const work = { capacity: 1, wait_seconds: 5, profile_paths };
    for (;;) {
      const { deliveries } = await call('POST /api/agent/work', { body: work });
      if (deliveries[0]) return deliveries[0];
    }
  };
  return {
    async deliver(outcome) {
      const { token, campaign_id, recipient_id, recipient } = await nextDelivery();
      const params = { token };
      await call('POST /api/agent/deliveries/{token}/begin', { params, body: {} });
      const said =
        outcome === 'blocked'
          ? ({ outcome: 'failed', blocked: true, reason: 'Instagram asks for a pause.' } as const)
          : { outcome };
      await call('POST /api/agent/deliveries/{token}/result', {
        params,
        body: { campaign_id, recipient_id, ...said },
      });
      return recipient;
    },
  };
}
