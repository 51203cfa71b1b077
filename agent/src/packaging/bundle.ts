import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ENTRY = join(import.meta.dirname, '../packaged/main.ts');

/**
 * The agent and all that it imports as one CommonJS text, which is what Node 24 runs inside of a single executable.
 * `import()` stays as it is: Node loads site drivers with it from their own folder there too, TypeScript included.
 */
export async function bundleAgent(): Promise<string> {
  // What is imported in vain (a zip library, a proxy) is asked for only by parts of puppeteer that are not used.
  const bundle = await rolldown({ input: ENTRY, platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, dynamicImportInCjs: true });
  await bundle.close();
  const [program, ...others] = output;
  if (others.length > 0)
    throw new Error(`The agent is more than one file: ${others.map((o) => o.fileName)}.`);
  return program.code;
}
