import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedText } from './judgement-queries.ts';
import { type JudgedLine, LongLines } from './long-lines.ts';

const MOMENT = Date.parse('2026-11-27T10:00:00Z');

test('what is judged of a long line holds for ten seconds, and a whole line is judged each time', async () => {
  const lines = new LongLines();
  let judged = 0;
  const ask = (seconds: number, { isCut = true, campaign_id = 1, words = 'Hi' } = {}) =>
    lines.judge(
      {
        user_id: 1,
        campaign_id,
        text: { measured: [words] } as unknown as PlannedText,
        now: new Date(MOMENT + seconds * 1000),
      },
      async (): Promise<JudgedLine> => ({ will: ++judged, own: [], looked_at: 2000, isCut }),
    );
  assert.equal((await ask(0)).will, 1);
  assert.equal((await ask(9)).will, 1);
  assert.equal((await ask(10)).will, 2, 'ten seconds later');
  assert.equal((await ask(5)).will, 3, 'a clock that was set back');
  assert.equal((await ask(5, { words: 'Hello' })).will, 4, 'another text');
  assert.equal((await ask(5, { words: 'Hello', campaign_id: 2 })).will, 5, 'another campaign');
  assert.equal((await ask(20, { isCut: false })).will, 6);
  assert.equal((await ask(20, { isCut: false })).will, 7);
});
