import '@fontsource-variable/geist-mono/index.css';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { logQuery } from './api.ts';
import css from './campaign-log.module.css';
import { CollapsedLog } from './collapsed-log.tsx';
import { useLiveLog } from './live.ts';
import { OpenLog } from './open-log.tsx';
import { usePanelState } from './panel-state.ts';

/** The live log at the bottom right of every screen while a campaign runs or rests (spec 2, section 2). */
export function CampaignLogPanel() {
  const { data } = useQuery(logQuery);
  const [state, setState] = usePanelState();
  useLiveLog();
  if (!data || data.campaigns.length === 0) return null;
  return (
    <div className={css.frame}>
      <section className={css.panel} data-state={state} aria-label="Campaign log">
        {state === 'open' ? (
          <OpenLog log={data} onCollapse={() => setState('collapsed')} onClose={() => setState('closed')} />
        ) : null}
        {state === 'collapsed' ? <CollapsedLog log={data} onOpen={() => setState('open')} /> : null}
        {state === 'closed' ? (
          <button
            type="button"
            className={css.iconButton}
            aria-label="Show the campaign log"
            onClick={() => setState('open')}
          >
            <IconTerminal2 size={20} />
          </button>
        ) : null}
      </section>
    </div>
  );
}
