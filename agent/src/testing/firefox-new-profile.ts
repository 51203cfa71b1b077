import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Options {
  executable: string;
  env: NodeJS.ProcessEnv;
  profilePath: string;
}

/** A running Firefox that made other profiles in its own group, as its menu "New profile" does. */
interface RunningFirefox {
  /** The folders of the new profiles, in the order of their names. */
  paths: string[];
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Tree {
  contexts: { context: string }[];
}

interface Evaluated {
  type: string;
  result: { value: string };
}

// Firefox's own module behind the menu; the name is entered on the page that opens with a new profile.
const NEW_PROFILE = `async (name) => {
  const { SelectableProfileService } = ChromeUtils.importESModule(
    'resource:///modules/profiles/SelectableProfileService.sys.mjs',
  );
  const profile = await SelectableProfileService.createNewProfile(false, null, 'menu');
  await profile.setNameAsync(name);
  return profile.path;
}`;

/** Has a running Firefox make profiles in its group. */
export async function makeInFirefox(
  { executable, env, profilePath }: Options,
  names: string[],
): Promise<RunningFirefox> {
  const flags = ['--headless', '--remote-debugging-port=0', '--remote-allow-system-access'];
  const child = spawn(executable, [...flags, '--profile', profilePath, 'about:blank'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const bidi = await connect(await endpointOf(child.stderr));
  await bidi.call('session.new', { capabilities: {} });
  const { contexts } = await bidi.call<Tree>('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const paths: string[] = [];
  for (const name of names) {
    const made = await bidi.call<Evaluated>('script.callFunction', {
      functionDeclaration: NEW_PROFILE,
      arguments: [{ type: 'string', value: name }],
      awaitPromise: true,
      target: { context: contexts[0]?.context },
    });
    assert.equal(made.type, 'success', JSON.stringify(made));
    paths.push(made.result.value);
  }
  const close = async () => {
    if (child.exitCode === null) await bidi.call('browser.close', {});
    await exited;
  };
  return { paths, close, [Symbol.asyncDispose]: close };
}

async function endpointOf(output: NodeJS.ReadableStream): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  createInterface(output).on('line', (line) => {
    const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(line)?.[1];
    if (found) resolve(found);
  });
  return promise;
}

async function connect(endpoint: string) {
  const socket = new WebSocket(`${endpoint}/session`);
  await once(socket, 'open');
  let id = 0;
  return {
    async call<T = unknown>(method: string, params: object): Promise<T> {
      const mine = ++id;
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(data);
        if (answer.id !== mine) return;
        if (answer.type === 'success') resolve(answer.result);
        else reject(new Error(`${method}: ${answer.message}`));
      });
      socket.send(JSON.stringify({ id: mine, method, params }));
      return promise;
    },
  };
}
