import type { Profile } from '@pigeonpost/contract/calls/profiles';
import { PROFILE_IN_RUNNING_CAMPAIGN } from '@pigeonpost/contract/campaigns';
import { formatCount } from '../../format/format-number.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { ChoiceGroup } from '../../ui/form/choice-group.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { profileHints } from '../profiles/parts/folder-hints.ts';
import { restTags } from '../profiles/parts/rest.ts';
import css from './unread-checker.module.css';

type ProfileGridProps = {
  /** The active profiles. */
  profiles: Profile[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: number[]) => void;
};

/** The profiles to check; those of running campaigns cannot be chosen and come last. */
export function ProfileGrid({ profiles, chosen, onChoose }: ProfileGridProps) {
  const hints = profileHints(profiles);
  const free = profiles.filter(({ running_campaign }) => !running_campaign);
  const inUse = profiles.filter(({ running_campaign }) => running_campaign);
  return (
    <Card className={css.summary}>
      <ChoiceGroup
        legend="Profiles to check"
        title="Profiles"
        count={`${formatCount(chosen.size)} of ${formatCount(free.length)} selected`}
        clearLabel="Clear All"
        onSelectAll={() => onChoose(free.map(({ id }) => id))}
        onClear={() => onChoose([])}
      >
        <div className={css.grid}>
          {[...free, ...inUse].map(({ id, running_campaign, ...profile }) => (
            <ChoiceCard
              key={id}
              title={profile.profile_name}
              hint={hints.get(profile.profile_path)}
              note={running_campaign ? `Sending ${running_campaign.name}` : profile.profile_path}
              tags={[...restTags(profile), ...(running_campaign ? ['In Use'] : [])]}
              off={running_campaign !== null}
              checked={chosen.has(id)}
              onChange={(isChosen) =>
                onChoose(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id))
              }
              onRefuse={() => toast.warning(PROFILE_IN_RUNNING_CAMPAIGN)}
            />
          ))}
        </div>
      </ChoiceGroup>
    </Card>
  );
}
