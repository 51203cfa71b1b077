import { formatCount } from '../../ui/format-number.ts';
import { RunProgress } from '../../ui/run-progress.tsx';
import css from './list.module.css';
import type { BulkState } from './use-bulk.ts';

/** How far a run over many recipients is. */
export function BulkProgress({ state }: { state: BulkState }) {
  const { verb, done, of } = state;
  return (
    <div className={css.progress}>
      <p>
        {verb} {formatCount(done)} of {formatCount(of)} recipients
      </p>
      <RunProgress label={`${verb} recipients`} done={done} of={of} />
    </div>
  );
}
