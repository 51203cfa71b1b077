import type { CampaignDetails } from '@pigeonpost/contract/calls/campaigns';
import type { ProfilePerformance } from '@pigeonpost/contract/calls/profiles';
import { hasEnded } from '../../../campaign-state/campaign-state.ts';
import { exactPercent, progressOf, reachedPercent } from '../../../campaign-state/progress.ts';
import { ProgressBar } from '../../../campaign-state/progress-bar.tsx';
import { useIsSending } from '../../../campaign-state/standstill.ts';
import { formatCount } from '../../../format/format-number.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { CampaignFigures } from './campaign-figures.tsx';
import css from './campaign-page.module.css';
import { Forecast } from './forecast.tsx';
import type { NextToggle } from './next-people.tsx';

type CampaignProgressProps = {
  campaign: CampaignDetails;
  profiles: ProfilePerformance[] | undefined;
  next: NextToggle;
};

/** Percent, time and forecast first, at its end what it reached; then the bar, and its legend in figures. */
export function CampaignProgress({ campaign, profiles, next }: CampaignProgressProps) {
  const progress = progressOf(campaign);
  const isSending = useIsSending(campaign);
  return (
    <Card flush>
      <div className={css.progressHead}>
        <p className={css.done}>{hasEnded(campaign) ? <Reached {...campaign} /> : <Done {...campaign} />}</p>
        <Forecast campaign={campaign} next={next} />
        <div className={css.bar}>
          <ProgressBar {...progress} running={isSending} thick />
        </div>
      </div>
      <CampaignFigures campaign={campaign} profiles={profiles} />
    </Card>
  );
}

function Done(campaign: CampaignDetails) {
  const { total_list, total_sent, total_failed } = campaign;
  return (
    <>
      <span className={css.percent}>{exactPercent(progressOf(campaign))}</span>{' '}
      <span className={css.of}>
        {formatCount(total_sent + total_failed)} of {formatCount(total_list)} done
      </span>
    </>
  );
}

/** 'Reached 80.0%: 8 of 10' */
function Reached({ total_sent, total_list }: CampaignDetails) {
  return (
    <>
      <span className={`${css.percent} ${css.reached}`}>
        Reached {reachedPercent({ total_sent, total_list })}:
      </span>{' '}
      <span className={css.of}>
        {formatCount(total_sent)} of {formatCount(total_list)}
      </span>
    </>
  );
}
