import { PRACTICE_ONLY } from '@pigeonpost/contract/site';
import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../api/session.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { siteQuery } from '../site/api.ts';
import { SiteForm } from '../site/parts/site-form.tsx';
import { SiteMachines } from '../site/parts/site-machines.tsx';
import css from './settings.module.css';

/** The site that the account writes to (docs/behaviour.md#site). */
export function SiteCard() {
  const isActive = useSubscriptionActive();
  const { data, error, refetch } = useQuery(siteQuery);
  return (
    <Card
      title="Site"
      note="Where your messages go. Your machines take it as soon as nothing is being sent."
      className={data?.is_practice ? undefined : css.site}
    >
      {error && !data ? (
        <ErrorState title="Failed to fetch the site" error={error} onRetry={refetch} />
      ) : null}
      {data?.is_practice ? <p>{PRACTICE_ONLY}</p> : null}
      {data && !data.is_practice ? (
        <>
          <SiteForm
            site={data.site}
            hasNone
            offReason={isActive ? undefined : 'Renew to save settings'}
            submitLabel="Save site"
          />
          <SiteMachines />
        </>
      ) : null}
    </Card>
  );
}
