import { Button, type ButtonProps } from '@mantine/core';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/form/button-link.tsx';
import { ReasonButton, ReasonIcon } from '../../ui/form/reason-button.tsx';
import css from '../gallery.module.css';
import type { PartStates } from '../part-states.tsx';
import { doNothing, LONG_NAME, LONG_WORD, RIGHT_TO_LEFT } from '../samples.ts';

const REASON = 'Renew to start campaigns';
const LONG_REASON = `${LONG_NAME} sends with all of these profiles; pause it first, or choose others`;
const VARIANTS = ['filled', 'default', 'subtle'] as const;
const SIZES = ['compact-sm', 'xs', 'sm', 'md'] as const;

/** Buttons, and disabled ones with their reason. */
export const buttons: PartStates[] = [
  {
    part: 'Button',
    note: 'Mantine’s, in the colours of the theme.',
    states: {
      'In each variant': <Variants />,
      'At work': <Variants mod={{ loading: true }} />,
      'Switched off': <Variants disabled />,
      'In each size': (
        <div className={css.row}>
          {SIZES.map((size) => (
            <Button key={size} size={size} leftSection={<IconPlus size={16} />}>
              {size}
            </Button>
          ))}
        </div>
      ),
    },
  },
  {
    part: 'ReasonButton',
    note: 'Off, it stays in the tab order and says why on hover and focus.',
    states: {
      On: <ReasonButton onClick={doNothing}>Start</ReasonButton>,
      Off: <ReasonButton reason={REASON}>Start</ReasonButton>,
      'Off, for a long reason': <ReasonButton reason={LONG_REASON}>Start</ReasonButton>,
      'Off, of the default variant': (
        <ReasonButton variant="default" reason={REASON}>
          Start
        </ReasonButton>
      ),
      'At work': <ReasonButton loading>Start</ReasonButton>,
      'Square, for phones': (
        <div className={css.row}>
          <ReasonButton square aria-label="Create Campaign" onClick={doNothing}>
            <IconPlus size={20} />
          </ReasonButton>
          <ReasonButton square aria-label="Create Campaign" reason={REASON}>
            <IconPlus size={20} />
          </ReasonButton>
        </div>
      ),
      'Long and right to left': (
        <div className={css.column}>
          <ReasonButton onClick={doNothing}>{LONG_WORD}</ReasonButton>
          <ReasonButton onClick={doNothing}>{RIGHT_TO_LEFT}</ReasonButton>
        </div>
      ),
    },
  },
  {
    part: 'ReasonIcon',
    states: {
      On: (
        <ReasonIcon label="Start Sept class" onClick={doNothing}>
          <IconPlayerPlay size={18} />
        </ReasonIcon>
      ),
      Off: (
        <ReasonIcon label="Start Sept class" reason={REASON} onClick={doNothing}>
          <IconPlayerPlay size={18} />
        </ReasonIcon>
      ),
    },
  },
  {
    part: 'ButtonLink',
    states: {
      'In each variant': (
        <div className={css.row}>
          {VARIANTS.map((variant) => (
            <ButtonLink key={variant} to={paths.campaigns} variant={variant}>
              {variant}
            </ButtonLink>
          ))}
        </div>
      ),
    },
  },
];

function Variants(props: Pick<ButtonProps, 'disabled' | 'mod'>) {
  return (
    <div className={css.row}>
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} {...props}>
          {variant}
        </Button>
      ))}
    </div>
  );
}
