import { useDelayed } from './delayed.ts';
import { RunProgress } from './run-progress.tsx';

/** In place of a screen that cannot be laid out yet; nothing at all if the answer comes at once. */
export function Waiting({ label }: { label: string }) {
  return useDelayed(true) ? <RunProgress label={label} /> : null;
}
