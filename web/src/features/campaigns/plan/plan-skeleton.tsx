import { useDelayed } from '../../../ui/feedback/delayed.ts';
import { Card } from '../../../ui/layout/card.tsx';
import css from './plan.module.css';
import blanks from './plan-skeleton.module.css';

/** A plan that is being counted, in the shape of its page. It has no words: where they will stand depends on the plan. */
export function PlanSkeleton() {
  const isVisible = useDelayed(true);
  return (
    <div className={`stack ${blanks.plan}`} aria-busy="true" data-visible={isVisible}>
      <p className="visually-hidden" role="status">
        {isVisible ? 'Counting…' : ''}
      </p>
      <Card>
        <span className={blanks.number} />
        <span className={blanks.bars} />
      </Card>
      <div className={css.columns}>
        <div className="stack shrink">
          <Card>
            <Lines count={7} />
          </Card>
          <Card>
            <Lines count={4} />
          </Card>
        </div>
        <Card>
          <Lines count={10} />
        </Card>
      </div>
    </div>
  );
}

function Lines({ count }: { count: number }) {
  return (
    <div className={blanks.lines}>
      {Array.from({ length: count }, (_, index) => `line ${index}`).map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
