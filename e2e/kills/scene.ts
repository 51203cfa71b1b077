import { appendFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietProfile, renewStartupCache } from '@pigeonpost/agent/testing/quiet-profile';
import { cacheOfListed } from '@pigeonpost/agent/testing/temporary-firefox';
import type { Call } from '@pigeonpost/contract/client';
import { freePort } from '@pigeonpost/contract/testing/free-port';
import { openDemoAccount } from '../demo/account.ts';
import { prepareCampaign } from '../demo/campaign.ts';
import { firefoxHome, makeFirefoxProfiles } from '../demo/firefox-profiles.ts';
import type { Child } from '../processes/child.ts';
import { type Reached, startAgent, startPractice, startServer } from '../processes/programs.ts';
import { Evidence } from './evidence.ts';
import { readPostgresPid } from './run-database.ts';

export const PROFILES = ['fjordandclay', 'fjordandclay.studio'] as const;

/** The delay of the practice inbox at each of its steps, in milliseconds. */
export interface Slowness {
  open_ms: number;
  before_record_ms: number;
  after_record_ms: number;
}

/** The campaign's recipients. */
interface People {
  known: readonly string[];
  /** Names that the practice inbox does not have. */
  unknown: readonly string[];
}

interface Programs {
  practice: Reached;
  server: Reached;
  agent: Child;
}

/** Real server, agent, Firefox, PostgreSQL and practice inbox, in a folder of their own. */
export class Scene {
  readonly folder: string;
  readonly dataDir: string;
  readonly agentFolder: string;
  readonly evidence: Evidence;
  readonly profilePaths = new Map<string, string>();
  readonly #running: Partial<Programs> = {};
  readonly #startedAt = Date.now();
  #port: number | undefined;
  #practicePort: number | undefined;
  #account: Awaited<ReturnType<typeof openDemoAccount>> | undefined;

  /** Makes a temporary folder. */
  static async open(): Promise<Scene> {
    const folder = await mkdtemp(join(tmpdir(), 'pigeonpost-kills-'));
    // As root, PostgreSQL runs as another user, which needs access to this folder.
    await chmod(folder, 0o711);
    return new Scene(folder);
  }

  private constructor(folder: string) {
    this.folder = folder;
    this.dataDir = join(folder, 'data');
    this.agentFolder = join(folder, 'agent');
    this.evidence = new Evidence({
      journal: join(this.agentFolder, 'journal.jsonl'),
      record: join(this.dataDir, 'practice/record.jsonl'),
    });
  }

  get call(): Call {
    return this.#needed(this.#account, 'account').call;
  }

  get server(): Child {
    return this.#needed(this.#running.server, 'server');
  }

  get serverUrl(): string {
    return this.#needed(this.#running.server, 'server').url;
  }

  get practice(): Child {
    return this.#needed(this.#running.practice, 'practice inbox');
  }

  get agent(): Child {
    return this.#needed(this.#running.agent, 'agent');
  }

  /** Starts everything and makes the campaign; returns its id. */
  async prepare({ known, unknown }: People): Promise<number> {
    await mkdir(this.dataDir);
    await this.startPractice();
    for (const name of unknown) await this.#turn(`unknown/${name}`);
    await this.startServer();
    this.#account = await openDemoAccount(this.serverUrl, this.folder);
    const paths = await makeFirefoxProfiles(this.#home(), PROFILES);
    for (const path of paths) await quietProfile(path, cacheOfListed(this.#home(), path));
    for (const [index, name] of PROFILES.entries()) this.profilePaths.set(name, paths[index] ?? '');
    const profiles = [...this.profilePaths].map(([name, path]) => {
      return { profile_name: name, profile_path: path, insta_username: name };
    });
    const { id } = await prepareCampaign(this.call, { profiles, people: [...known, ...unknown] });
    await this.startAgent();
    return id;
  }

  /** Writes a line of the run itself between those of the programs. */
  note(line: string): void {
    this.#tell('run')(line);
  }

  async slowDown(slowness: Slowness): Promise<void> {
    await this.#turn('latency', slowness);
  }

  /** On its previous port, if it had one. */
  async startPractice(): Promise<void> {
    this.#practicePort ??= await freePort();
    const env = { DATA_DIR: this.dataDir, PRACTICE_PORT: String(this.#practicePort) };
    this.#running.practice = await startPractice(env, this.#tell('practice'));
  }

  /** On its previous port, if it had one. */
  async startServer(): Promise<void> {
    this.#port ??= await freePort();
    const env = { DATA_DIR: this.dataDir, PRACTICE_URL: this.#practiceUrl(), PORT: String(this.#port) };
    this.#running.server = await startServer(env, this.#tell('server'));
  }

  /** Resolves when it reports that it is connected. */
  async startAgent(): Promise<void> {
    const tell = this.#tell('agent');
    this.evidence.forgetWork();
    for (const path of this.profilePaths.values()) renewStartupCache(cacheOfListed(this.#home(), path));
    const env = {
      ...firefoxHome(this.#home()),
      PIGEONPOST_URL: this.serverUrl,
      PIGEONPOST_TOKEN: this.#account?.token,
      PIGEONPOST_DIR: this.agentFolder,
      PRACTICE_URL: this.#practiceUrl(),
    };
    const agent = startAgent(env, (line) => {
      tell(line);
      this.evidence.hear(line);
    });
    this.#running.agent = agent;
    await agent.line(/^Connected/);
  }

  /** Ends all programs, in order. */
  async end(): Promise<void> {
    const { agent, server, practice } = this.#running;
    await agent?.end();
    await server?.end();
    await practice?.end();
    // A killed server that was not restarted has left PostgreSQL running.
    const postgres = await readPostgresPid(this.dataDir);
    if (postgres) killIfThere(postgres);
  }

  async remove(): Promise<void> {
    // Firefox's last children may still be writing for a moment.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }

  #home(): string {
    return join(this.folder, 'home');
  }

  #practiceUrl(): string {
    return this.#needed(this.#running.practice, 'practice inbox').url;
  }

  #tell(name: string): (line: string) => void {
    return (line) => {
      const seconds = ((Date.now() - this.#startedAt) / 1000).toFixed(2).padStart(7);
      appendFileSync(join(this.folder, 'run.log'), `${seconds} ${name.padEnd(8)} | ${line}\n`);
    };
  }

  async #turn(path: string, body?: object): Promise<void> {
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${this.#practiceUrl()}/switches/${path}`, { method: 'PUT', ...json });
    if (!answer.ok) throw new Error(`The switch ${path} answered ${answer.status}.`);
  }

  #needed<T>(part: T | undefined, name: string): T {
    if (part === undefined) throw new Error(`The ${name} is not there yet.`);
    return part;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
