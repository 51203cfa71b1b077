import { AgentStart, startTitle, useHasDownloads } from '../agents/parts/agent-start.tsx';
import css from './campaign-page.module.css';

/** How an agent is started, with its heading, inside a notice. */
export function AgentStartHere({ filled }: { filled: boolean }) {
  return (
    <>
      <p className={css.startTitle}>{startTitle(useHasDownloads())}</p>
      <AgentStart filled={filled} />
    </>
  );
}
