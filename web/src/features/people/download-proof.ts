import { call } from '../../api/client.ts';
import { download } from '../../ui/form/download.ts';

/** Downloads what an owner can show of a person (docs/behaviour.md#what-happened-to-a-person). */
export function downloadProof(name: string): Promise<void> {
  return download(`proof ${name}`, {
    fetch: async () => {
      const { proof } = await call('GET /api/people/{name}/proof', { params: { name } });
      return new Blob([`${JSON.stringify(proof, undefined, 2)}\n`], { type: 'application/json' });
    },
    name: `proof ${name}.json`,
    words: { loading: 'Exporting…', done: 'Proof exported.', failure: 'Failed to export the proof' },
  });
}
