import { useState } from 'react';
import { CheckField } from '../../ui/form/check-field.tsx';
import { ReasonTip } from '../../ui/form/reason-button.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { LONG_NAME, RIGHT_TO_LEFT } from '../samples.ts';

/** Switches. */
export const switches: PartStates[] = [
  {
    part: 'Switch',
    states: {
      'Off and on': (
        <div className={css.row}>
          <Turned isOn={false} />
          <Turned isOn />
        </div>
      ),
    },
  },
  {
    part: 'ReasonTip',
    note: 'Off, the control says why on hover and focus.',
    states: {
      'A switch that can be turned': <Turned isOn reason={undefined} />,
      'A switch that cannot': <Turned isOn reason="Pack full: 10 of 10 profiles are active" />,
    },
  },
  {
    part: 'CheckField',
    states: {
      Unticked: <CheckField label="Active Account" />,
      'Ticked, with a hint': (
        <CheckField label="Skip people who were messaged" hint={LONG_NAME} defaultChecked />
      ),
      Off: <CheckField label="Active Account" hint="Another administrator can disable it." disabled />,
      'Off and ticked': <CheckField label="Active Account" defaultChecked disabled />,
      'From right to left': <CheckField label={RIGHT_TO_LEFT} />,
    },
  },
];

/** A switch under its tip. */
function Turned({ isOn, reason }: { isOn: boolean; reason?: string | undefined }) {
  const [checked, setChecked] = useState(isOn);
  return (
    <ReasonTip reason={reason}>
      {(tip) => (
        <Switch
          label="kiln.club is active"
          checked={checked}
          onToggle={() => setChecked(!checked)}
          {...tip}
        />
      )}
    </ReasonTip>
  );
}
