import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { OpenedThread, ReadReplies, Reply, SendOutcome } from '@pigeonpost/agent/drivers/driver';
import type { Breakpoints } from './breakpoints.ts';
import { isBrowserThere, profileIn } from './browsers.ts';

/** The site's treatment of a person, by the beginning of the name. */
export const KINDS = ['nobody', 'slow', 'never', 'refused', 'unclear', 'limited', 'asks'] as const;
type Kind = (typeof KINDS)[number];

export interface Arrival extends Opened {
  person: string;
  message: string;
}

/** What a thread was like when it was opened for a message, before begin was asked. */
interface Opened {
  /** The folder of the profile. */
  profile: string;
  /** The days that had passed. */
  day: number;
  /** Whether the person had written since the last message to them. */
  hadReplied: boolean;
}

interface Thread {
  person: string;
  message: string;
}

interface Asked {
  since: string;
  most: number;
}

interface Written extends Reply {
  person: string;
  siteId: string;
  /** The number of messages that had arrived by then. */
  arrived: number;
}

/** The scripted site of one scene, with its own record of arrivals. */
export class ScriptedSite {
  readonly arrivals: Arrival[] = [];
  /** Stopped browsers: their actions wait until they continue. */
  readonly stopped = new Map<number, Promise<void>>();
  /** How many days have passed for the messages of this scene. */
  day = 0;
  /** By browser and person, until the next time. */
  readonly #opened = new Map<string, Opened>();
  readonly #breakpoints: Breakpoints;
  readonly #visits = new Map<string, number>();
  readonly #written: Written[] = [];

  constructor(breakpoints: Breakpoints) {
    this.#breakpoints = breakpoints;
  }

  async open(browser: number, { person, message }: Thread): Promise<OpenedThread | undefined> {
    await this.#runs(browser);
    const visits = (this.#visits.get(person) ?? 0) + 1;
    this.#visits.set(person, visits);
    switch (kindOf(person)) {
      case 'nobody':
        return { state: 'not_found' };
      case 'never':
        return undefined;
      case 'slow':
        if (visits <= 2) return undefined;
        break;
      case 'limited':
        if (visits === 1) return { state: 'blocked', reason: 'Try again later.' };
        break;
      case 'asks':
        if (visits === 1) return { state: 'signed_out', reason: 'Sign in first.' };
        break;
      default:
    }
    const copies = this.arrivals.filter((one) => one.person === person && one.message === message).length;
    const last = this.arrivals.findLastIndex((one) => one.person === person);
    const replies = this.#written.filter((one) => one.person === person && one.arrived > last);
    const profile = await profileIn(browser);
    this.#opened.set(`${browser} ${person}`, { profile, day: this.day, hadReplied: replies.length > 0 });
    return { state: 'open', copies, replies };
  }

  /** A person writes back; gives the site's id of what they wrote. */
  write(person: string, text: string): string {
    const siteId = `written-${this.#written.length + 1}`;
    this.#written.push({ person, text, at: new Date(), siteId, arrived: this.arrivals.length });
    return siteId;
  }

  hasWritten(person: string): boolean {
    return this.#written.some((one) => one.person === person);
  }

  async listReplies(browser: number, { since, most }: Asked): Promise<ReadReplies> {
    await this.#runs(browser);
    const readTo = new Date();
    const later = this.#written.filter(({ at }) => at > new Date(since));
    return { replies: later.slice(0, most), readTo, isCut: later.length > most };
  }

  /** Undefined if the browser gets no answer. */
  async press(browser: number, { person, message }: Thread): Promise<SendOutcome | undefined> {
    await this.#runs(browser);
    if (kindOf(person) === 'refused' && (this.#visits.get(person) ?? 0) === 1)
      return { outcome: 'failed', reason: 'The site refused it.' };
    const before = await this.#breakpoints.pass({ breakpoint: 'clicking', person, browser });
    await this.#runs(browser);
    // When a browser is killed, only a press that had left it arrives.
    if (before === 'drop' || (before === 'pass' && !(await isBrowserThere(browser)))) return undefined;
    const opened = this.#opened.get(`${browser} ${person}`);
    if (!opened) throw new Error(`The thread of ${person} was not opened.`);
    this.arrivals.push({ person, message, ...opened });
    if (before === 'cut') return undefined;
    const after = await this.#breakpoints.pass({ breakpoint: 'pressed', person, browser });
    await this.#runs(browser);
    if (after !== 'pass') return undefined;
    if (kindOf(person) === 'unclear') return { outcome: 'unknown', reason: 'The site did not say.' };
    return { outcome: 'sent' };
  }

  async #runs(browser: number): Promise<void> {
    await this.stopped.get(browser);
  }
}

function kindOf(person: string): Kind | undefined {
  return KINDS.find((kind) => person.startsWith(`${kind}.`));
}

export interface SiteServer {
  urlOf(scene: string): string;
  add(name: string, site: ScriptedSite): void;
  close(): void;
}

/** Serves the sites of all scenes to their drivers. */
export async function startSites(): Promise<SiteServer> {
  const sites = new Map<string, ScriptedSite>();
  const server = createServer(async (request, response) => {
    const [, name = '', pid, what] = /^\/([^/]+)\/(\d+)\/(open|press|replies)$/.exec(request.url ?? '') ?? [];
    const site = sites.get(name);
    const body = (await json(request).catch(() => undefined)) as (Thread & Asked) | undefined;
    if (!site || !body) return void response.destroy();
    const browser = Number(pid);
    if (what === 'open') reply(response, (await site.open(browser, body)) ?? 500);
    else if (what === 'press') reply(response, await site.press(browser, body));
    else reply(response, await site.listReplies(browser, body));
  });
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    urlOf: (name) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    add: (name, site) => sites.set(name, site),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function reply(response: ServerResponse, seen: object | number | undefined): void {
  if (seen === undefined) response.destroy();
  else if (typeof seen === 'number') response.writeHead(seen).end();
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
}
