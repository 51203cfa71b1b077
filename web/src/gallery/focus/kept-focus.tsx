import { Button } from '@mantine/core';
import { useState } from 'react';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';

/** The effect of keepFocus when the focused element is removed; by keyboard, the ring shows the focus. */
export const keptFocus: PartStates[] = [
  {
    part: 'keepFocus',
    note: 'Press by keyboard, and see where the focus goes.',
    states: {
      'A row that goes gives it to the next one': <RowsThatGo />,
      'A button that goes gives it to the one in its place': <ButtonsInTurn />,
      'A control that is switched off for a moment gets it back': <SwitchedOff />,
    },
  },
];

function RowsThatGo() {
  const [names, setNames] = useState(['lena.hartog', 'kaffebaren_oslo', 'slow.kitchen']);
  return (
    <ul className={css.column} tabIndex={-1} data-focus-home>
      {names.map((name) => (
        <li key={name} className={css.row}>
          {name}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Delete ${name}`}
            onClick={() => setNames(names.filter((one) => one !== name))}
          >
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}

function ButtonsInTurn() {
  const [isRunning, setRunning] = useState(false);
  return (
    <div className={css.row}>
      {isRunning ? (
        <Button key="pause" variant="default" onClick={() => setRunning(false)}>
          Pause
        </Button>
      ) : (
        <Button key="start" onClick={() => setRunning(true)}>
          Start
        </Button>
      )}
    </div>
  );
}

const MOMENT_MS = 1500;

function SwitchedOff() {
  const [isOff, setOff] = useState(false);
  const press = () => {
    setOff(true);
    setTimeout(() => setOff(false), MOMENT_MS);
  };
  return (
    <div className={css.row} tabIndex={-1} data-focus-home>
      <Button disabled={isOff} onClick={press}>
        Switch off for a moment
      </Button>
    </div>
  );
}
