import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import { displayedToken } from '../../api/client.ts';
import { maskToken } from '../../format/mask-token.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { AgentStart, useHasDownloads } from '../agents/parts/agent-start.tsx';
import css from './settings.module.css';

/** The login token, and how to start an agent with it. */
export function TokenCard() {
  const [isShown, setShown] = useState(false);
  const hasDownloads = useHasDownloads();
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  const token = displayedToken();
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <Card
      title="Authentication Token"
      note="For scripts of your own, and agents that you connect by pasting it. It ends when you log out; agents stay."
    >
      <div className={css.token} data-shown={isShown}>
        <CopyField
          text={displayedToken}
          shown={token ? (isShown ? token : maskToken(token)) : 'No token found'}
          label="Copy token"
          onCopied={() => toast.success('Token copied to clipboard')}
          onFailed={() => toast.error('Failed to copy token')}
          onMissing={() => {
            drawAgain();
            toast.error('No token found');
          }}
        >
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label={isShown ? 'Hide token' : 'Show token'}
            onClick={() => setShown(!isShown)}
          >
            <Eye size={16} />
          </ActionIcon>
        </CopyField>
      </div>
      <Steps
        steps={[
          {
            title: `On the computer with your Firefox, ${hasDownloads ? 'download' : 'get'} the agent and start it`,
            children: <AgentStart />,
          },
          {
            title: 'Press Connect on the page that it opens, if it shows the same code',
            note: (
              <>
                Where no page opens, <Link to={paths.pair}>enter the code</Link>, or paste the token. The
                machine appears in <Link to={paths.settingsAgents}>Site and agents</Link>.
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
