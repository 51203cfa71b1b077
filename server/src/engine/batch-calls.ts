import type { Clock } from '../clock.ts';
import { ENGINE_CONNECTIONS } from '../database/engine/engine-pool.ts';

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Batching<Call, Answer> {
  lane: Lane;
  /** Gives the answers in the calls' order. */
  run(calls: Call[]): Promise<Answer[]>;
  /** Calls with the same key never share a batch: the second must see what the first wrote. */
  keyOf(call: Call): string;
  /** The lock that a call needs: batches at work at once share none, or one would only wait for the other. */
  lockOf(call: Call): unknown;
  /** How much work a call is: 1 unless said, which is one delivery. */
  sizeOf?(call: Call): number;
  /** A batch takes no further call from this size on. */
  fullAt?: number;
}

interface Batch {
  locks: unknown[];
  answer(): Promise<void>;
}

/** What batches of several kinds of calls leave in. */
export interface Lane {
  /** Adds a kind of calls; `take` gives its next batch that needs none of these locks, beside another one if it is worth it. */
  add(take: (locked: ReadonlySet<unknown>, isBeside: boolean) => Batch | undefined): void;
  /** Sends what waits, as soon as there is room. */
  sendSoon(): void;
}

const BATCHES = 2;
// So much is worth a batch of its own while another one is at work.
const ENOUGH = 30;
// While the one that left last is slow: each may wait for the lock of another user.
const SLOW_BATCHES = ENGINE_CONNECTIONS;
// Longer than most batches take. One that takes longer waits for a lock that is held for something else.
const SLOW_AFTER_MS = 20;

/**
 * Where batches of several kinds of calls leave one after the other, each kind in its turn: what a transaction costs is
 * mostly the same for one call as for many, so calls gather while a batch is at work (docs/engine.md#batches). Beside
 * a batch that is slow another one leaves, so that nobody waits for long for others' locks. With a lane for each kind a
 * delivery takes a fifth more of the processors (docs/decisions/0037-scale-machinery-judged.md).
 * Calls that can wait gather for so many milliseconds first.
 */
export function openLane(clock: Pick<Clock, 'ringAfter'>, gatheredMs = 0): Lane {
  const locked = new Set<unknown>();
  const kinds: Parameters<Lane['add']>[0][] = [];
  let atWork = 0;
  let isDue = false;
  let isSlow = false;
  let stopGathering = () => {};

  return { add: (take) => void kinds.push(take), sendSoon };

  // Not at once: of several calls that arrive in one turn, the first would leave alone and the others wait for it.
  function sendSoon(): void {
    if (isDue) return;
    isDue = true;
    const sendNow = () => {
      isDue = false;
      send();
    };
    if (gatheredMs > 0) clock.ringAfter(gatheredMs, sendNow);
    else setImmediate(sendNow);
  }

  function send(): void {
    while (atWork < (isSlow ? SLOW_BATCHES : BATCHES)) {
      const batch = takeNext(atWork > 0 && !isSlow);
      if (!batch) return;
      for (const lock of batch.locks) locked.add(lock);
      atWork += 1;
      gather();
      void batch.answer().finally(() => {
        atWork -= 1;
        if (atWork === 0) stopGathering();
        for (const lock of batch.locks) locked.delete(lock);
        sendSoon();
      });
    }
  }

  function takeNext(isBeside: boolean): Batch | undefined {
    for (const take of [...kinds]) {
      kinds.push(...kinds.splice(0, 1));
      const batch = take(locked, isBeside);
      if (batch) return batch;
    }
    return undefined;
  }

  /** Until the batch that left last is slow. */
  function gather(): void {
    stopGathering();
    isSlow = false;
    stopGathering = clock.ringAfter(SLOW_AFTER_MS, () => {
      isSlow = true;
      send();
    });
  }
}

/**
 * Answers calls of one kind that arrive together, or while a batch of its lane is at work, in one batch. When a batch
 * throws, its calls are repeated singly, so that one bad call fails alone.
 */
export function batchCalls<Call, Answer>(batching: Batching<Call, Answer>): (call: Call) => Promise<Answer> {
  const { lane, run, keyOf, lockOf, sizeOf = () => 1, fullAt = 200 } = batching;
  let waiting: Waiting<Call, Answer>[] = [];
  lane.add(take);

  return (call) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      lane.sendSoon();
    });

  function take(locked: ReadonlySet<unknown>, isBeside: boolean): Batch | undefined {
    const keys = new Set<string>();
    const batch: Waiting<Call, Answer>[] = [];
    const left: Waiting<Call, Answer>[] = [];
    let size = 0;
    for (const one of waiting) {
      const key = keyOf(one.call);
      if (size >= fullAt || keys.has(key) || locked.has(lockOf(one.call))) left.push(one);
      else {
        batch.push(one);
        size += sizeOf(one.call);
      }
      keys.add(key);
    }
    if (batch.length === 0 || (isBeside && size < ENOUGH)) return undefined;
    waiting = left;
    return { locks: batch.map(({ call }) => lockOf(call)), answer: () => answer(batch) };
  }

  async function answer(batch: Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await run(batch.map(({ call }) => call));
      batch.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await answer([one]);
    }
  }
}
