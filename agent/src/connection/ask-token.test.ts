import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { ReadStream, WriteStream } from 'node:tty';
import { askToken } from './ask-token.ts';

function terminal() {
  const modes: boolean[] = [];
  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const stdin = Object.assign(input, { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) });
  const stdout = Object.assign(output, { isTTY: true });
  return {
    input,
    modes,
    shown: () => String(output.read()),
    streams: { stdin: stdin as unknown as ReadStream, stdout: stdout as unknown as WriteStream },
  };
}

const never = new AbortController().signal;

test('a pasted token is not shown', async () => {
  const { input, modes, shown, streams } = terminal();
  const asked = askToken(never, streams);
  for (const typed of [' sec', 'rx\x7f', 'et\r']) input.write(typed);
  assert.equal(await asked, 'secret');
  assert.deepEqual(modes, [true, false]);
  assert.doesNotMatch(shown(), /sec|ret/);
});

test('the terminal hides typed text as soon as the question is shown', async () => {
  const { input, modes, streams } = terminal();
  const { promise: shownWith, resolve } = Promise.withResolvers<boolean[]>();
  const { stdout } = streams;
  stdout.write = () => {
    resolve([...modes]);
    return true;
  };
  const asked = askToken(never, streams);
  assert.deepEqual(await shownWith, [true]);
  input.write('x\r');
  await asked;
});

test('empty input is no token, and Ctrl-C or the end of the agent ends the question', async () => {
  const empty = terminal();
  empty.input.write('\r');
  assert.equal(await askToken(never, empty.streams), undefined);
  const interrupted = terminal();
  interrupted.input.write('abc\x03');
  await assert.rejects(askToken(never, interrupted.streams), /Ended before it was answered/);
  const ended = terminal();
  const stop = new AbortController();
  const asked = askToken(stop.signal, ended.streams);
  stop.abort();
  await assert.rejects(asked);
  assert.deepEqual(ended.modes, [true, false]);
});

test('without a terminal the question is skipped', async () => {
  const { streams } = terminal();
  Object.assign(streams.stdin, { isTTY: false });
  assert.equal(await askToken(never, streams), undefined);
});
