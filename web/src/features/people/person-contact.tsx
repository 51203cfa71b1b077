import type { PersonCampaign } from '@pigeonpost/contract/calls/people';
import { askedThemselves } from '@pigeonpost/contract/people/stop-link';
import { shownName } from '@pigeonpost/contract/recipients';
import { formatDay } from '../../format/format-time.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { useKeptState } from '../../ui/form/use-kept-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import { useAddDoNotContact, useDeleteDoNotContact } from '../do-not-contact/api.ts';
import { howWords } from '../do-not-contact/parts/how-words.ts';
import type { Person } from './api.ts';
import css from './person.module.css';
import { Budget, isCounted } from './person-budget.tsx';

const TakeOffDialog = lazyPart(() =>
  import('../do-not-contact/parts/take-off-dialog.tsx').then((m) => m.TakeOffDialog),
);

type PersonContactProps = { name: string; person: Person | undefined; campaigns: PersonCampaign[] };

/** Whether the person may be written to, as a switch; it works without a subscription. */
export function PersonContact({ name, person, campaigns }: PersonContactProps) {
  const stopping = useAddDoNotContact({ failure: 'Failed to add the name' });
  const allowing = useDeleteDoNotContact({ failure: 'Failed to take the name off' });
  const entry = person?.do_not_contact;
  const [isTakingOff, setTakingOff] = useKeptState(`taking off ${name}`, false);
  const isChanging = stopping.isPending || allowing.isPending;
  // From the press on, until the answer is fetched.
  const isOn = stopping.isPending || (Boolean(entry) && !allowing.isPending);
  const toggle = () => {
    if (!person || isChanging) return;
    if (entry && askedThemselves(entry.how)) setTakingOff(true);
    else if (entry) allowing.mutate({ id: entry.id });
    else stopping.mutate(name);
  };
  const waiting = campaigns.filter(({ state }) => state === 'pending').map((one) => one.campaign_name);
  return (
    <Card>
      <div className={css.contact}>
        <div className="grow">
          <h2>Do not contact</h2>
          <p className={`${css.note} dimmed`}>
            When on, no campaign of yours writes to this name, whatever list it is in.
            {entry ? ` On since ${formatDay(entry.at)}, ${howWords(entry.how)}.` : null}
            {waiting.length > 0 ? (
              <span dir="auto">
                {' '}
                {formatNames(waiting)} {isOn ? (waiting.length === 1 ? 'leaves' : 'leave') : 'would leave'} it
                out.
              </span>
            ) : null}
          </p>
        </div>
        <Switch
          label={`Do not contact ${shownName(name)}`}
          checked={isOn}
          isBusy={isChanging}
          onToggle={toggle}
        />
      </div>
      {person && isCounted(person) ? <Budget person={person} /> : null}
      {entry && isTakingOff ? (
        <TakeOffDialog
          entry={{ ...entry, created_at: entry.at }}
          name={name}
          onClose={() => setTakingOff(false)}
        />
      ) : null}
    </Card>
  );
}

function formatNames(names: string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
