import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFirefox } from '@pigeonpost/agent/firefox/installation';
import { firefoxHome } from '../demo/firefox-profiles.ts';
import type { Child } from '../processes/child.ts';
import { startAgent } from '../processes/programs.ts';
import { isAccepted, type Owner } from './owner.ts';
import { send } from './send.ts';
import type { World } from './world.ts';

const PROFILES = ['one', 'two'] as const;

const STEPPABLE_DATE = new URL('./steppable-date.ts', import.meta.url).href;

const run = promisify(execFile);

/** The fields of a journal line that are read here. */
interface NotedLine {
  line: string;
  token: string;
  result?: { outcome: string };
}

/** The fields of the token file that are read here. */
interface StoredToken {
  agent_token: string;
  server_id: string;
  user_id: number;
}

/** Whether a user is frozen and their agent has reported everything, or the database knows less than the agent. */
type Merging = 'frozen' | 'merged' | 'behind' | 'knows no more';

interface MachineOptions {
  world: World;
  name: string;
  /** The login token of the agent's user. */
  token: () => string | undefined;
  /** Called if that token was not accepted. */
  signIn: () => Promise<void>;
}

/** A computer with scripted browsers, two profiles and one or two agents. */
export class Machine {
  readonly #options: MachineOptions;
  readonly #folder: string;
  #agent: Child | undefined;
  #profilesDir = '';
  /** The last lines of an agent that ended unexpectedly. */
  #unexpected: string | undefined;

  constructor(options: MachineOptions) {
    this.#options = options;
    this.#folder = join(options.world.folder, options.name);
  }

  async prepare(): Promise<string[]> {
    const home = join(this.#folder, 'home');
    await mkdir(home, { recursive: true });
    const { profiles_dir } = await findFirefox({ env: this.#environment('') });
    this.#profilesDir = profiles_dir ?? '';
    const sections = PROFILES.map(
      (name, index) => `[Profile${index}]\nName=${name}\nIsRelative=1\nPath=${name}\n`,
    );
    for (const path of this.profilePaths) await mkdir(path, { recursive: true });
    await writeFile(join(this.#profilesDir, 'profiles.ini'), sections.join('\n'));
    return this.profilePaths;
  }

  get profilePaths(): string[] {
    return PROFILES.map((name) => join(this.#profilesDir, name));
  }

  get pid(): number | undefined {
    return this.#agent?.pid;
  }

  takeUnexpectedEnd(): string | undefined {
    const said = this.#unexpected;
    this.#unexpected = undefined;
    return said;
  }

  /** Resolves when it is connected, or has ended because its token has. */
  async start(): Promise<void> {
    if (this.#agent) return;
    this.#agent = await this.#launch('agent');
    // A repeated change of the password may have ended the newer token.
    if (!this.#agent) await this.#options.signIn();
  }

  async kill(): Promise<void> {
    const agent = this.#agent;
    this.#agent = undefined;
    await agent?.kill();
  }

  async end(): Promise<void> {
    const agent = this.#agent;
    this.#agent = undefined;
    await agent?.end();
  }

  /** Starts another agent on the same profiles, with a folder of its own; returns a function that kills it. */
  async startSecond(number: number): Promise<() => Promise<void>> {
    const second = await this.#launch(`agent-${number}`);
    return async () => second?.kill();
  }

  /** Its owner revokes the agents of other machines. */
  async removeOthers(owner: Pick<Owner, 'call'>): Promise<void> {
    const { agents } = await owner.call('GET /api/agents');
    const own = await this.#findAgent();
    for (const { id } of agents)
      if (own !== undefined && id !== own)
        await isAccepted(owner.call('DELETE /api/agents/{id}', { params: { id } }));
  }

  /** Undefined if its token has ended. */
  async #findAgent(): Promise<number | undefined> {
    const { agent_token = '' } = await this.#readFile<StoredToken>('agent-token.json');
    const { rows } = await this.#options.world.database.pool.query<{ agent_id: number }>(
      `select agent_id from sessions where token_hash = sha256(convert_to($1, 'utf8'))`,
      [agent_token],
    );
    return rows[0]?.agent_id;
  }

  /**
   * Whether its user is frozen, and its agent has reported everything for that; else whether the database knows less
   * than the agent.
   */
  async readMerging(): Promise<Merging> {
    const { agent_token = '' } = await this.#readFile<StoredToken>('agent-token.json');
    const { mark, epoch } = await this.#readKnown();
    const { rows } = await this.#options.world.database.pool.query<
      Record<'frozen' | 'merged' | 'behind', boolean>
    >(
      `select frozen_at is not null as frozen, a.merged_epoch is not distinct from known.epoch as merged,
        read_mark(u.id) < $2 or known.epoch < $3 as behind
      from users u cross join server_identity identity
      cross join lateral (select greatest(u.epoch, identity.epoch) as epoch) known
      join sessions s on s.user_id = u.id and s.token_hash = sha256(convert_to($1, 'utf8'))
      join agents a on a.user_id = u.id and a.id = s.agent_id`,
      [agent_token, mark, epoch],
    );
    const [found] = rows;
    // Its token has ended: it enrols again.
    if (!found || found.behind) return 'behind';
    if (found.frozen) return found.merged ? 'merged' : 'frozen';
    return 'knows no more';
  }

  /** The highest mark that its agent has seen. */
  async readKnownMark(): Promise<number> {
    return (await this.#readKnown()).mark;
  }

  async #readKnown(): Promise<{ mark: number; epoch: number }> {
    const { server_id, user_id } = await this.#readFile<StoredToken>('agent-token.json');
    const marks = await this.#readFile<Record<string, { mark: number; epoch: number }>>('marks.json');
    return marks[`${server_id} ${user_id}`] ?? { mark: 0, epoch: 0 };
  }

  /** The content of a file of its agent; empty if it was never written. */
  async #readFile<T extends object>(name: string): Promise<Partial<T>> {
    return JSON.parse(await readFile(join(this.#folder, 'agent', name), 'utf8').catch(() => '{}'));
  }

  /** Sets the machine's date this many seconds ahead of the true one, or behind it. */
  async setDate(seconds: number): Promise<void> {
    await writeFile(this.#dateFile, String(seconds));
    if (this.pid) send(this.pid, 'SIGUSR2');
  }

  get #dateFile(): string {
    return join(this.#folder, 'date');
  }

  /**
   * Limits the journal to this many more bytes, like a full disk; undefined lifts the limit. False if the agent does
   * not run.
   */
  async limitJournal(bytes: number | undefined): Promise<boolean> {
    const { pid } = this;
    if (!pid) return false;
    const { size } = await stat(join(this.#folder, 'agent', 'journal.jsonl'));
    // Only the soft limit, which may be raised again.
    const limit = bytes === undefined ? 'unlimited:unlimited' : `${size + bytes}:unlimited`;
    return run('prlimit', ['--pid', String(pid), `--fsize=${limit}`]).then(
      () => true,
      (error) => {
        if (this.pid === pid) throw error;
        return false;
      },
    );
  }

  /** The deliveries that the journal has as sent, by whether the server has answered. */
  async listNoted(): Promise<{ answered: Set<string>; unanswered: Set<string> }> {
    const text = await readFile(join(this.#folder, 'agent', 'journal.jsonl'), 'utf8');
    // The last line may be half written.
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    const answered = new Set<string>();
    const unanswered = new Set<string>();
    for (const each of lines.filter((one) => /^{"line":"(outcome|answered)"/.test(one))) {
      const { line, token, result } = JSON.parse(each) as NotedLine;
      if (line === 'outcome' && result?.outcome === 'sent') unanswered.add(token);
      if (line === 'answered' && unanswered.delete(token)) answered.add(token);
    }
    return { answered, unanswered };
  }

  async #launch(folder: string): Promise<Child | undefined> {
    const { world, name, token } = this.#options;
    const tell = world.tell(`${name} ${folder.slice(5)}`);
    const lines: string[] = [];
    const drivers = join(this.#folder, folder, 'drivers');
    await mkdir(drivers, { recursive: true });
    await copyFile(join(import.meta.dirname, 'scripted-driver.ts'), join(drivers, 'scripted.ts'));
    await writeFile(join(drivers, 'scripted.json'), JSON.stringify({ site: world.sites.urlOf(name) }));
    const agent = startAgent(this.#environment(folder, token()), (line) => {
      lines.push(line);
      tell(line);
    });
    world.agents.add(agent);
    void agent.ended.then((code) => {
      world.agents.delete(agent);
      tell(`ended: ${code}`);
      if (this.#agent !== agent) return;
      this.#agent = undefined;
      this.#unexpected = `${code}: ${lines.slice(-5).join(' | ')}`;
    });
    const connected = await agent.line(/^Works through/).catch(() => undefined);
    return connected ? agent : undefined;
  }

  #environment(folder: string, token?: string): NodeJS.ProcessEnv {
    const { world, name } = this.#options;
    return {
      ...world.environment,
      NODE_OPTIONS: `${world.environment.NODE_OPTIONS} --import=${STEPPABLE_DATE}`,
      DATE_STEP_FILE: this.#dateFile,
      PATH: process.env.PATH,
      ...firefoxHome(join(this.#folder, 'home')),
      FIREFOX: world.browsers.executable,
      SCRIPTED_BROWSERS: `${world.browsers.url}/${name}`,
      PIGEONPOST_URL: world.proxy.urlOf(name),
      PIGEONPOST_DIR: join(this.#folder, folder),
      PIGEONPOST_TOKEN: token,
      PRACTICE_URL: undefined,
    };
  }
}
