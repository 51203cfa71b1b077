import { Countdown, DateTime, DateWithAgo, Due, RelativeTime } from '../../ui/layout/time.tsx';
import type { PartStates } from '../part-states.tsx';
import { minutesAgo } from '../samples.ts';

/** Times, which keep themselves current; a hover shows the other form. */
export const times: PartStates[] = [
  {
    part: 'DateTime',
    states: {
      'A time': <DateTime iso={minutesAgo(3)} />,
      'No time': <DateTime iso={null} />,
      'No time, in words': <DateTime iso={undefined} none="Never" />,
    },
  },
  {
    part: 'RelativeTime',
    states: {
      'Just now': <RelativeTime iso={minutesAgo(0)} />,
      'Some minutes ago': <RelativeTime iso={minutesAgo(3)} />,
      'Long ago': <RelativeTime iso={minutesAgo(60_000)} />,
      'To come': <RelativeTime iso={minutesAgo(-90)} />,
      'No time': <RelativeTime iso={null} none="Never" />,
    },
  },
  {
    part: 'DateWithAgo',
    states: { 'A time': <DateWithAgo iso={minutesAgo(3)} />, 'No time': <DateWithAgo iso={null} /> },
  },
  {
    part: 'Countdown',
    states: {
      'Time left': <Countdown until={minutesAgo(-70)} />,
      'No time left': <Countdown until={minutesAgo(1)} />,
    },
  },
  {
    part: 'Due',
    states: {
      'Within the hour': <Due at={minutesAgo(-42)} />,
      Later: <Due at={minutesAgo(-70)} />,
      'On another day': <Due at={minutesAgo(-3000)} />,
    },
  },
];
