import manifest from '../package.json' with { type: 'json' };

/** The version of this agent, as the server is told it. */
export const AGENT_VERSION = manifest.version;
