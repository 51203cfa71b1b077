import { useState } from 'react';
import { ChoiceCard } from '../../ui/form/choice-card.tsx';
import { ChoiceGroup } from '../../ui/form/choice-group.tsx';
import { ChoiceRow } from '../../ui/form/choice-row.tsx';
import { RadioCard } from '../../ui/form/radio-card.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_RIGHT_TO_LEFT, LONG_WORD } from '../samples.ts';

const CARD = { onChange: doNothing, onRefuse: doNothing };
const RADIO = { name: 'radio', onChange: doNothing };
const NAMES = ['kiln.club', 'fjordandclay.studio', 'slow.kitchen'];

/** Choices with ticks. */
export const choices: PartStates[] = [
  {
    part: 'ChoiceCard',
    states: {
      Free: <ChoiceCard {...CARD} title="kiln.club" note="12 sent today" checked={false} />,
      Chosen: <ChoiceCard {...CARD} title="kiln.club" note="12 sent today" checked />,
      'Off, with its reason': (
        <ChoiceCard
          {...CARD}
          title="slow.kitchen"
          note="Sending Sept class"
          tags={['In Use']}
          off
          checked={false}
        />
      ),
      'With a hint and two tags': (
        <ChoiceCard
          {...CARD}
          title="kiln.club"
          hint="Profiles/x1y2"
          note="12 sent today"
          tags={['Blocked', 'Signed out']}
          off
          checked={false}
        />
      ),
      'A long name': (
        <ChoiceCard {...CARD} title={LONG_WORD} note={LONG_NAME} tags={['In Use']} checked={false} />
      ),
      'From right to left': <ChoiceCard {...CARD} title={LONG_RIGHT_TO_LEFT} note="12 sent today" checked />,
    },
  },
  {
    part: 'RadioCard',
    states: {
      Free: (
        <RadioCard {...RADIO} title="A chat server" note="Prosody, ejabberd and others" checked={false} />
      ),
      'Chosen, with its fields': (
        <RadioCard {...RADIO} title="A site you describe" note="No code" checked>
          <p>The fields of this choice</p>
        </RadioCard>
      ),
      Off: <RadioCard {...RADIO} title="Practice inbox" note="This server has none" off checked={false} />,
      'A long note': <RadioCard {...RADIO} title={LONG_WORD} note={LONG_NAME} checked={false} />,
    },
  },
  {
    part: 'ChoiceGroup',
    states: {
      'Some are chosen': <Group legend="Profiles of the campaign" />,
      'With an error': <Group legend="Profiles of the check" error="Choose a profile" />,
    },
  },
  {
    part: 'ChoiceRow',
    states: {
      'One of two': <Hours />,
      'A long choice': (
        <ChoiceRow
          label="Account"
          choices={[
            { label: 'kiln.club', value: 1 },
            { label: LONG_WORD, value: 2 },
          ]}
          value={2}
          onChange={doNothing}
        />
      ),
    },
  },
];

function Hours() {
  const [isOwn, setOwn] = useState(false);
  return (
    <ChoiceRow
      label="Hours"
      choices={[
        { label: 'Your sending hours', value: false },
        { label: 'Fewer, for this campaign', value: true },
      ]}
      value={isOwn}
      onChange={setOwn}
    />
  );
}

function Group({ legend, error }: { legend: string; error?: string }) {
  const [chosen, setChosen] = useState(error ? [] : NAMES.slice(0, 1));
  return (
    <ChoiceGroup
      legend={legend}
      title="Profiles"
      count={`${chosen.length} of ${NAMES.length} selected`}
      error={chosen.length === 0 ? error : undefined}
      clearLabel="Clear"
      onSelectAll={() => setChosen(NAMES)}
      onClear={() => setChosen([])}
    >
      <div className={css.column}>
        {NAMES.map((name) => (
          <ChoiceCard
            key={name}
            title={name}
            note="Nothing sent today"
            checked={chosen.includes(name)}
            onChange={(isChosen) =>
              setChosen(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
            onRefuse={doNothing}
          />
        ))}
      </div>
    </ChoiceGroup>
  );
}
