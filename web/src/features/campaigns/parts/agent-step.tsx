import { Link } from '@tanstack/react-router';
import { BASE_URL, storedToken } from '../../../api/client.ts';
import { maskToken } from '../../../format/mask-token.ts';
import { paths } from '../../../paths.ts';
import { CopyField } from '../../../ui/form/copy-field.tsx';
import { useIsPhone } from '../../../ui/layout/media.ts';
import { AgentStart } from '../../agents/parts/agent-start.tsx';
import css from './first-campaign.module.css';

/** The only step that is taken outside of the browser: what it needs stands in it. */
export function AgentStep() {
  const isPhone = useIsPhone();
  const token = storedToken() ?? '';
  return (
    <div className={css.agent}>
      {isPhone ? <OnAComputer /> : <AgentStart />}
      <div className={css.code}>
        <p className={css.label}>
          It opens a page here: press <b>Connect</b>. No page?{' '}
          <Link to={paths.pair}>Enter the code it shows</Link>, or paste this token:
        </p>
        <CopyField text={token} shown={maskToken(token)} label="Copy token" />
      </div>
      <p className={css.waiting}>Waiting for the agent. This page continues when it is connected.</p>
    </div>
  );
}

function OnAComputer() {
  const address = BASE_URL || location.origin;
  return (
    <div>
      <p className={css.label}>
        <b>This needs a computer with Firefox.</b> Open this page there, or send yourself the address:
      </p>
      <CopyField text={address} label="Copy the address" wrap />
    </div>
  );
}
