import { useQuery } from '@tanstack/react-query';
import { useSubscriptionActive } from '../../../api/session.ts';
import { ReasonTip } from '../../../ui/form/reason-button.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { peopleSettingsQuery, useSavePeopleSettings } from '../../stop-link/api.ts';
import css from './sources.module.css';

/** Whether campaigns write only to people of whom it is stated where they are from (docs/behaviour.md#sources). */
export function RequireSource() {
  const { data } = useQuery(peopleSettingsQuery);
  const isActive = useSubscriptionActive();
  const { mutate, isPending, variables } = useSavePeopleSettings({
    done: 'Saved.',
    failure: 'Failed to save whether a source is required',
  });
  if (!data) return null;
  const isOn =
    isPending && variables && 'require_source' in variables ? variables.require_source : data.require_source;
  return (
    <div className={css.require}>
      <div className="grow">
        <h3>Only people with a stated source</h3>
        <p className="dimmed">
          Campaigns write only to people of whom you have said where they are from. Imports then ask for it.
        </p>
      </div>
      <ReasonTip reason={isActive ? undefined : 'Renew to save settings'}>
        {(tip) => (
          <Switch
            label="Write only to people with a stated source"
            checked={isOn}
            isBusy={isPending}
            onToggle={() => mutate({ require_source: !data.require_source })}
            {...tip}
          />
        )}
      </ReasonTip>
    </div>
  );
}
