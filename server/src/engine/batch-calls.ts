interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Batching<Call, Answer> {
  /** Gives the answers in the calls' order. */
  run(calls: Call[]): Promise<Answer[]>;
  /** Calls with the same key never share a batch: the second must see what the first wrote. */
  keyOf(call: Call): string;
  /** The lock that a call needs: batches at work at once share none, or one would only wait for the other. */
  lockOf(call: Call): unknown;
  /** Batches at work at once. */
  batches?: number;
  callsABatch?: number;
}

/**
 * Answers calls that arrive together, or while earlier batches are at work, in one batch: a transaction costs the
 * same for one as for many. When a batch throws, its calls are repeated singly, so that one bad call fails alone.
 */
export function batchCalls<Call, Answer>(batching: Batching<Call, Answer>): (call: Call) => Promise<Answer> {
  const { run, keyOf, lockOf, batches = 2, callsABatch = 200 } = batching;
  const locked = new Set<unknown>();
  let waiting: Waiting<Call, Answer>[] = [];
  let atWork = 0;
  let isDue = false;

  return (call) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      sendSoon();
    });

  // Not at once: of several calls that arrive in one turn, the first would leave alone and the others wait for it.
  function sendSoon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      send();
    });
  }

  function send(): void {
    while (atWork < batches) {
      const batch = take();
      if (batch.length === 0) return;
      const locks = batch.map(({ call }) => lockOf(call));
      for (const lock of locks) locked.add(lock);
      atWork += 1;
      void answer(batch).finally(() => {
        atWork -= 1;
        for (const lock of locks) locked.delete(lock);
        sendSoon();
      });
    }
  }

  function take(): Waiting<Call, Answer>[] {
    const keys = new Set<string>();
    const batch: Waiting<Call, Answer>[] = [];
    const left: Waiting<Call, Answer>[] = [];
    for (const one of waiting) {
      const key = keyOf(one.call);
      if (batch.length === callsABatch || keys.has(key) || locked.has(lockOf(one.call))) left.push(one);
      else batch.push(one);
      keys.add(key);
    }
    waiting = left;
    return batch;
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
