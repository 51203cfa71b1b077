import type { Delivery } from '@pigeonpost/contract/calls/agent-protocol';
import { systemClock } from '../clock.ts';
import { createProfile } from '../firefox/create-profile.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';
import { type PracticeSite, startPracticeSite } from './practice-site.ts';
import { renewStartupCache } from './quiet-profile.ts';
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts';
import { cacheOfListed, type TemporaryFirefox, temporaryFirefox } from './temporary-firefox.ts';

/** The surroundings of an agent: a scripted server, a practice inbox, a Firefox with one profile. */
export interface AgentScene {
  server: ScriptedServer;
  site: PracticeSite;
  firefox: TemporaryFirefox;
  profile: Delivery['profile'];
  /** Starts the agent as people do; the folder is the same at every start. */
  start(env?: NodeJS.ProcessEnv): AgentProcess;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Prepares all of it but the agent. Disposing it ends whatever still runs. */
export async function agentScene(): Promise<AgentScene> {
  const firefox = await temporaryFirefox();
  // The agent locks the folder itself.
  firefox.directory.close();
  const made = await createProfile('Sender', { ...firefox, clock: systemClock });
  await firefox.quiet(made.path);
  const [server, site] = await Promise.all([startScriptedServer(), startPracticeSite()]);
  const agents: AgentProcess[] = [];
  return {
    server,
    site,
    firefox,
    profile: { id: 3, profile_name: 'Sender', profile_path: made.path, insta_username: 'sender' },
    start(env = { PIGEONPOST_TOKEN: 'login-token' }) {
      renewStartupCache(cacheOfListed(firefox.home, made.path));
      const agent = startAgentProcess({
        ...firefox.env,
        PIGEONPOST_URL: server.url,
        PIGEONPOST_DIR: firefox.directory.path,
        PRACTICE_URL: site.url,
        ...env,
      });
      agents.push(agent);
      return agent;
    },
    async [Symbol.asyncDispose]() {
      for (const agent of agents) {
        agent.kill('SIGKILL');
        await agent.ended;
      }
      await server[Symbol.asyncDispose]();
      await site.close();
      await firefox[Symbol.asyncDispose]();
    },
  };
}
