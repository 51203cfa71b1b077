import { readFile, rename, writeFile } from 'node:fs/promises';

/** When a blocked account gets 'Try again later': on opening a thread, or only on sending. */
export const BLOCK_STAGES = ['open', 'send'] as const;
export type BlockStage = (typeof BLOCK_STAGES)[number];

/** Delays of the site in milliseconds. */
export type Latency = {
  open_ms: number;
  unread_ms: number;
  before_record_ms: number;
  after_record_ms: number;
};

/** A message from a person to an account; `at` is ISO 8601 in UTC. */
export type Incoming = { at: string; account: string; person: string; text: string; seen: boolean };

/**
 * One in so many recipients answers, after this time; none if it is 0. Of those, one in `stop_one_in` answers with the
 * word stop; none if it is 0.
 */
export type Answering = { one_in: number; after_ms: number; stop_one_in: number };

type SwitchState = {
  /** People who do not exist. */
  unknown: string[];
  /** People whose thread opens, but who turn out not to exist on sending. */
  unknown_when_sending: string[];
  /** Accounts whose session has ended, and that cannot sign in by the form. */
  signed_out: string[];
  blocked: Record<string, BlockStage>;
  latency: Latency;
  answering: Answering;
  incoming: Incoming[];
};

export type Switches = {
  readonly state: Readonly<SwitchState>;
  /** Applies the change and resolves once it is on the disk. */
  change(apply: (state: SwitchState) => void): Promise<void>;
};

// The badge is late by default, as on real sites: a driver that does not wait for it reads 0.
const DEFAULT_LATENCY: Latency = { open_ms: 0, unread_ms: 120, before_record_ms: 0, after_record_ms: 0 };

/** Opens the switches, which a JSON file keeps across restarts. */
export async function openSwitches(path: string): Promise<Switches> {
  const state = await readState(path);
  let queue = Promise.resolve();

  async function save(): Promise<void> {
    await writeFile(`${path}.new`, JSON.stringify(state, null, 2));
    await rename(`${path}.new`, path);
  }

  return {
    state,
    change(apply) {
      apply(state);
      const saved = queue.then(save);
      queue = saved.catch(() => undefined);
      return saved;
    },
  };
}

async function readState(path: string): Promise<SwitchState> {
  try {
    const stored = JSON.parse(await readFile(path, 'utf8')) as Partial<SwitchState>;
    const { answering, ...fresh } = untouched();
    return { ...fresh, ...stored, answering: { ...answering, ...stored.answering } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return untouched();
  }
}

function untouched(): SwitchState {
  return {
    unknown: [],
    unknown_when_sending: [],
    signed_out: [],
    blocked: {},
    latency: { ...DEFAULT_LATENCY },
    answering: { one_in: 0, after_ms: 0, stop_one_in: 0 },
    incoming: [],
  };
}
