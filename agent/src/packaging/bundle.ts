import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licensePlugin } from 'rolldown-license-plugin';
import { readDriverTypes } from '../driver-trial/driver-types.ts';

const DRIVER_TYPES = join(import.meta.dirname, '../driver-trial/driver-types.ts');
const ENTRY = join(import.meta.dirname, '../packaged/main.ts');

/** The types for a new driver are texts in the agent, which has no files of its own. */
const driverTypes = {
  name: 'driver-types',
  load: (id: string) =>
    id === DRIVER_TYPES
      ? `export const readDriverTypes = () => (${JSON.stringify(readDriverTypes())});`
      : undefined,
};

/** The agent as one text, and the licences of the packages in it. */
interface Bundle {
  program: string;
  licenses: string;
}

/**
 * The agent and all its imports as one CommonJS text, which is what Node 24 runs in a single executable. `import()`
 * stays as it is: Node uses it there too to load site drivers from their own folder, TypeScript included.
 */
export async function bundleAgent(): Promise<Bundle> {
  const notices: string[] = [];
  const licenses = licensePlugin({
    done(packages) {
      for (const { name, version, license, licenseText } of packages)
        notices.push(`${name} ${version} (${license})\n\n${licenseText}`);
    },
  });
  // No warnings about missing imports (a zip library, a proxy): only unused parts of puppeteer need them.
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    logLevel: 'silent',
    plugins: [licenses, driverTypes],
  });
  const { output } = await bundle.generate({ format: 'cjs', codeSplitting: false, dynamicImportInCjs: true });
  await bundle.close();
  const [program, ...others] = output;
  if (others.length > 0)
    throw new Error(`The agent is more than one file: ${others.map((o) => o.fileName)}.`);
  return { program: program.code, licenses: notices.join('\n\n\n') };
}
