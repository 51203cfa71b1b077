import { Card } from '../../ui/card.tsx';
import { useDelayed } from '../../ui/delayed.ts';
import { StatRow } from '../../ui/stat-row.tsx';
import css from './campaign-page.module.css';

const LABELS = ['Total Recipients', 'Messages Sent', 'Failed', 'Pending'];

/** The page before its campaign is there, at its final heights. */
export function CampaignPageSkeleton() {
  const isVisible = useDelayed(true);
  if (!isVisible) return null;
  return (
    <div aria-busy="true" role="status" aria-label="Loading campaign">
      <span className={css.blankTitle} />
      <Card flush>
        <div className={css.blankHead} />
        <StatRow stats={LABELS.map((label) => ({ label, value: undefined }))} />
      </Card>
    </div>
  );
}
